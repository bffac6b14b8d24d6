defmodule Cal.Router do
  @moduledoc "The pipeline of plugs (parse, authenticate, language, route) and the controllers."
  import Cal.Conf, only: [bug?: 1, v: 1, base: 0, users?: 0]
  alias Cal.{Schema, Store, Changeset, Query, View, Json}

  @langs ~w(nl en fr de)
  @kinds %{"events" => :event, "venues" => :venue, "organizers" => :organizer, "categories" => :category, "tags" => :tag}
  @people %{"editor" => %{role: :editor, id: 1}, "author" => %{role: :author, id: 2}, "reader" => %{role: :reader, id: 3}}

  def call(req) do
    {path, qs} = case String.split(req.target, "?", parts: 2) do
      [p, q] -> {p, q}
      [p] -> {p, ""}
    end
    try do
      with {:ok, params} <- query(qs),
           {:ok, segs} <- segments(path),
           {:ok, user} <- authenticate(req.headers) do
        {prefix, segs} = case segs do
          [l, "vendor" | rest] when l in @langs -> {l, ["vendor" | rest]}
          [l] when l in @langs -> {l, []}
          _ -> {nil, segs}
        end
        lang = case params["ml_language"] do
          nil -> prefix || "nl"
          l -> List.last(l)
        end
        if lang not in @langs, do: throw({:error, 400, "invalid_param", "ml_language must be one of nl, en, fr, de", []})
        meth = if req.method == "HEAD", do: "GET", else: req.method
        ctx = %{method: meth, verb: req.method, params: params, headers: req.headers, body: req.body, user: user, lang: lang, path: path, qs: qs}
        segs |> route(ctx) |> conditional(ctx)
      end
    catch
      {:error, status, code, msg, details} -> error(status, code, msg, details)
      {:response, r} -> r
    end
  end

  # --- plugs
  defp segments(path) do
    segs = path |> String.split("/") |> Enum.reject(&(&1 == ""))
    {:ok, segs}
  end

  defp query(qs) do
    pairs = qs |> String.split("&") |> Enum.reject(&(&1 == "")) |> Enum.map(fn p ->
      case String.split(p, "=", parts: 2) do
        [k, x] -> {dec(k), dec(x)}
        [k] -> {dec(k), ""}
      end
    end)
    unless Enum.all?(pairs, fn {k, x} -> String.valid?(k) and String.valid?(x) and not String.contains?(x, <<0>>) end),
      do: throw({:error, 400, "invalid_query", "The query is not valid UTF-8", []})
    {:ok, Enum.reduce(pairs, %{}, fn {k, x}, m ->
      Map.update(m, String.replace(k, ~r/\[\d*\]\z/, ""), [x], &(&1 ++ [x]))
    end)}
  end

  defp dec(s) do
    s = URI.decode_www_form(s)
    if bug?("query-decoded-twice"), do: URI.decode_www_form(s), else: s
  rescue
    _ -> throw({:error, 400, "invalid_query", "The query is not well encoded", []})
  end

  defp authenticate(headers) do
    if users?() do
      case headers["authorization"] do
        nil -> if bug?("login-sticks-to-connection"), do: {:ok, Process.get(:user, %{role: :anonymous, id: 0})}, else: {:ok, %{role: :anonymous, id: 0}}
        h ->
          with [scheme, b64] <- String.split(h, " ", parts: 2, trim: true),
               "basic" <- String.downcase(scheme),
               {:ok, up} <- Base.decode64(String.trim(b64)),
               [u, p] <- String.split(up, ":", parts: 2),
               true <- u == p and Map.has_key?(@people, u) do
            Process.put(:user, @people[u])
            {:ok, @people[u]}
          else
            _ -> throw({:error, 401, "invalid_credentials", "The credentials are not valid", []})
          end
      end
    else
      {:ok, %{role: :all, id: 1}}
    end
  end

  defp input(ctx) do
    ct = ctx.headers["content-type"] |> to_string() |> String.split(";") |> hd() |> String.trim() |> String.downcase()
    q = for {k, l} <- ctx.params, k != "ml_language", into: %{}, do: {k, if(match?([_], l), do: hd(l), else: l)}
    body = cond do
      ctx.body == "" -> %{}
      ct == "application/x-www-form-urlencoded" ->
        {:ok, p} = query(ctx.body)
        for {k, l} <- p, into: %{}, do: {k, if(match?([_], l), do: hd(l), else: l)}
      ct == "" or ct == "application/json" or String.ends_with?(ct, "+json") ->
        case Json.decode(ctx.body) do
          {:ok, m} when is_map(m) -> m
          {:ok, _} -> throw({:error, 400, "invalid_json", "The body must be a JSON object", []})
          :error ->
            if bug?("broken-json-taken-as-empty"), do: %{}, else: throw({:error, 400, "invalid_json", "The body is not valid JSON", []})
        end
      true -> throw({:error, 415, "unsupported_media_type", "Send application/json or application/x-www-form-urlencoded", []})
    end
    body = if is_binary(body["ml_language"]) and body["ml_language"] not in @langs,
      do: throw({:error, 400, "invalid_param", "ml_language must be one of nl, en, fr, de", []}), else: body
    {Map.merge(q, body), ct == "application/x-www-form-urlencoded"}
  end

  defp conditional({200, hdrs, out}, %{method: "GET"} = ctx) do
    tag = case List.keyfind(hdrs, "etag", 0) do
      {_, t} -> t
      nil -> etag(out)
    end
    hdrs = List.keystore(hdrs, "etag", 0, {"etag", tag})
    inm = ctx.headers["if-none-match"]
    if inm && (String.trim(inm) == "*" or tag in tags(inm)), do: {304, [{"etag", tag}], ""}, else: {200, hdrs, out}
  end
  defp conditional(r, _), do: r

  defp etag(out), do: "\"" <> (:erlang.md5(out) |> Base.encode16(case: :lower) |> binary_part(0, 20)) <> "\""
  defp tags(h), do: h |> String.split(",") |> Enum.map(&(&1 |> String.trim() |> String.replace_prefix("W/", "")))

  # --- routes
  defp route([], ctx) do
    allow(ctx, ["GET"], fn _ ->
      json(200, {:obj, [{"name", "Agenda"}, {"namespaces", ["vendor/events/v1"]}, {"timezone_string", "Europe/Amsterdam"},
        {"languages", @langs}, {"_links", {:obj, [{"self", [{:obj, [{"href", base() <> "/"}]}]}]}}]})
    end)
  end
  defp route(["vendor", "events", "v1" | rest], ctx), do: ns(rest, ctx)
  defp route(_, %{verb: "OPTIONS", path: "*"}), do: {204, [{"allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"}], ""}
  defp route(_, _), do: not_found()

  defp ns([], ctx) do
    allow(ctx, ["GET"], fn _ ->
      up = if bug?("namespace-without-up-link"), do: [], else: [{"up", [{:obj, [{"href", base() <> "/"}]}]}]
      json(200, {:obj, [{"namespace", "vendor/events/v1"},
        {"routes", {:obj, for(c <- ~w(events venues organizers categories tags), do: {"/vendor/events/v1/#{c}", {:obj, [{"methods", ["GET", "POST"]}]}})}},
        {"_links", {:obj, up ++ [{"self", [{:obj, [{"href", base() <> "/vendor/events/v1"}]}]}]}}]})
    end)
  end
  defp ns(["doc"], ctx) do
    if bug?("doc-refuses-german") and ctx.lang == "de", do: not_found(), else:
    allow(ctx, ["GET"], fn _ ->
      paths = for c <- ~w(events venues organizers categories tags), p <- ["", "/{id}"], do: {"/#{c}#{p}", {:obj, [{"get", {:obj, [{"responses", {:obj, [{"200", {:obj, [{"description", "OK"}]}}]}}]}}]}}
      json(200, {:obj, [{"swagger", "2.0"}, {"info", {:obj, [{"title", "Calendar Events"}, {"version", "1.0.0"}]}}, {"basePath", "/vendor/events/v1"}, {"paths", {:obj, paths}}]})
    end)
  end
  defp ns([coll | rest], ctx) when is_map_key(@kinds, coll) do
    kind = @kinds[coll]
    posts = kind in [:event, :venue, :organizer]
    case rest do
      [] ->
        allow(ctx, ["GET", "POST"], fn
          "GET" -> index(kind, ctx)
          "POST" -> create(kind, ctx)
        end)
      ["by-slug", slug] when posts ->
        slug = Cal.Slug.unescape(slug)
        unless String.valid?(slug), do: throw({:error, 404, "not_found", "Not found", []})
        item(kind, by_slug(kind, slug), Map.put(ctx, :by, :slug))
      [id] ->
        if id =~ ~r/\A\d+\z/, do: item(kind, by_id(kind, String.to_integer(id)), Map.put(ctx, :by, :id)), else: not_found()
      _ -> not_found()
    end
  end
  defp ns(_, _), do: not_found()

  defp by_id(kind, id) do
    r = Store.get(kind, id)
    if r == nil and kind == :tag and bug?("category-answers-as-tag"), do: Store.get(:category, id), else: r
  end

  defp by_slug(kind, slug) do
    if slug =~ ~r/\A\d+\z/ and bug?("digits-slug-taken-as-id"),
      do: Store.get(kind, String.to_integer(slug)), else: Store.by_slug(kind, slug)
  end

  defp item(kind, rec, ctx) do
    ms = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    ms = if bug?("organizer-by-slug-refuses-put") and kind == :organizer and ctx.by == :slug, do: ms -- ["PUT"], else: ms
    if bug?("head-refused-by-slug") and ctx.verb == "HEAD" and ctx.by == :slug, do: throw({:response, error(405, "method_not_allowed", "Method not allowed", [], [{"allow", "GET"}])})
    allow(ctx, ms, fn m ->
      if rec == nil, do: throw({:error, 404, "not_found", "The #{kind} was not found", []})
      if rec["status"] == "trash" and (v(:trash) == :gone or m == "DELETE"), do: throw({:error, 410, "gone", "The #{kind} was deleted", []})
      case m do
        "GET" -> show(kind, rec, ctx)
        "DELETE" -> delete(kind, rec, ctx)
        _ -> update(kind, rec, ctx)
      end
    end)
  end

  defp allow(ctx, ms, fun) do
    list = Enum.join(ms ++ if("GET" in ms, do: ["HEAD"], else: []) ++ ["OPTIONS"], ", ")
    cond do
      ctx.verb == "OPTIONS" -> {204, [{"allow", list}], ""}
      ctx.method in ms -> fun.(ctx.method)
      true -> error(405, "method_not_allowed", "The method is not allowed here", [], if(bug?("method-refusal-without-allow"), do: [], else: [{"allow", list}]))
    end
  end

  # --- controllers
  defp index(kind, ctx) do
    per_default = if bug?("tags-page-of-twenty") and kind == :tag, do: 20, else: 10
    case Query.cast(kind, ctx.params) do
      {:error, errs} -> invalid(errs)
      {:ok, f} ->
        params = ctx.params |> Map.drop(["ml_language"])
        params = if bug?("list-cache-key-without-page-size"), do: Map.delete(params, "per_page"), else: params
        who = if bug?("list-cache-shared-between-users"), do: 0, else: {ctx.user.role, ctx.user.id}
        key = {Store.gen(), kind, who, ctx.lang, params}
        live = f[:only_with_upcoming] || v(:window) == :upcoming
        case !live && Store.cached(key) do
          {hdrs, out} -> {200, hdrs, out}
          _ ->
            {rows, m} = kind |> Query.run(f, ctx.user, ctx.lang) |> Query.page(f, per_default)
            if m.page > max(m.pages, 1) and v(:beyond) != :empty,
              do: throw({:error, if(v(:beyond) == :bad, do: 400, else: 404), "invalid_page", "There is no such page", []})
            out = Enum.map(rows, &View.record(kind, &1, ctx.lang, locked?(kind, &1, ctx, nil)))
            next = if m.page < m.pages, do: page_url(ctx, m.page + 1)
            prev = if m.page > 1, do: page_url(ctx, m.page - 1)
            {body, hdrs} = View.list(kind, out, m, next, prev)
            {200, hdrs, out} = json(200, body, hdrs)
            unless live, do: Store.cache(key, {hdrs, out})
            {200, hdrs, out}
        end
    end
  end

  defp page_url(ctx, n) do
    rest = ctx.qs |> String.split("&") |> Enum.reject(&(&1 == "" or String.starts_with?(&1, "page=")))
    base() <> ctx.path <> "?" <> Enum.join(rest ++ ["page=#{n}"], "&")
  end

  defp editor?(kind, rec, user) do
    case user.role do
      r when r in [:all, :editor] -> true
      :author -> kind in [:event, :venue, :organizer] and rec["author"] == user.id
      _ -> false
    end
  end

  defp locked?(:event, rec, ctx, given) do
    pw = rec["password"]
    ok = if bug?("password-compared-by-prefix"), do: given not in [nil, ""] and String.starts_with?(pw || "", given), else: given == pw
    pw not in [nil, ""] and not editor?(:event, rec, ctx.user) and not ok
  end
  defp locked?(_, _, _, _), do: false

  defp deny(ctx) do
    if ctx.user.role == :anonymous,
      do: throw({:error, 401, "not_logged_in", "You must log in", []}),
      else: throw({:error, 403, "forbidden", "You may not do this", []})
  end

  defp show(kind, rec, ctx) do
    if kind in [:event, :venue, :organizer] and not Query.visible?(rec, ctx.user) do
      if v(:hidden) == :not_found, do: throw({:error, 404, "not_found", "The #{kind} was not found", []}), else: deny(ctx)
    end
    given = if ctx.by == :id, do: List.last(ctx.params["password"] || [nil])
    if locked?(kind, rec, ctx, given) and not (bug?("by-slug-shows-protected-event") and ctx.by == :slug),
      do: throw({:error, 403, "password_required", "The event is protected by a password", []})
    {200, hdrs, out} = json(200, View.item(kind, View.record(kind, rec, ctx.lang, false)))
    hdrs = if bug?("etag-forgets-the-description"), do: [{"etag", etag("#{kind}#{rec["id"]}#{rec[Schema.name_field(kind)]}#{rec["status"]}")} | hdrs], else: hdrs
    {200, hdrs, out}
  end

  defp create(kind, ctx) do
    case ctx.user.role do
      r when r in [:all, :editor] -> :ok
      :author when kind in [:event, :venue, :organizer] -> :ok
      _ -> deny(ctx)
    end
    {params, form} = input(ctx)
    params = if ctx.user.role == :author, do: Map.delete(params, "author"), else: params
    cx = %{op: :create, by: nil, method: "POST", lang: ctx.lang, form: form, user: ctx.user, rec: nil}
    case Changeset.cast(kind, params, cx) do
      {:error, errs} -> invalid(errs)
      {:ok, ch} ->
        if bug?("tag-named-as-category-refused") and kind == :tag and Store.by_slug(:category, Cal.Slug.make(ch["name"])),
          do: throw({:error, 400, "term_exists", "A term with this name exists already", []})
        rec = Store.insert(kind, ch, %{by: :id})
        json(v(:create_status), View.item(kind, View.record(kind, rec, ctx.lang, false)), [{"location", View.link(kind, rec["id"])}])
    end
  end

  defp precondition(kind, rec, ctx) do
    im = ctx.headers["if-match"]
    if im && String.trim(im) != "*" do
      {200, _, out} = json(200, View.item(kind, View.record(kind, rec, ctx.lang, false)))
      if etag(out) not in tags(im) and not bug?("if-match-not-checked"), do: throw({:error, 412, "precondition_failed", "The record has changed", []})
    end
  end

  defp update(kind, rec, ctx) do
    unless editor?(kind, rec, ctx.user) or
           (bug?("author-updates-others-by-slug") and ctx.user.role == :author and ctx.by == :slug) or
           (bug?("author-changes-tags") and ctx.user.role == :author and kind == :tag), do: deny(ctx)
    precondition(kind, rec, ctx)
    {params, form} = input(ctx)
    params = if ctx.user.role == :author, do: Map.delete(params, "author"), else: params
    cx = %{op: :update, by: ctx.by, method: ctx.method, lang: ctx.lang, form: form, user: ctx.user, rec: rec}
    case Changeset.cast(kind, params, cx) do
      {:error, errs} -> invalid(errs)
      {:ok, ch} ->
        ch = if kind == :event and ctx.by == :id and (is_binary(params["password"]) or is_integer(params["password"])),
          do: Map.put(ch, "password", to_string(params["password"])), else: ch
        case Store.update(kind, rec["id"], ch, %{by: ctx.by}) do
          nil -> throw({:error, 404, "not_found", "The #{kind} was not found", []})
          rec -> json(200, View.item(kind, View.record(kind, rec, ctx.lang, false)))
        end
    end
  end

  defp delete(kind, rec, ctx) do
    unless editor?(kind, rec, ctx.user) or (bug?("author-deletes-others-venues") and ctx.user.role == :author and kind == :venue), do: deny(ctx)
    precondition(kind, rec, ctx)
    skip = bug?("organizer-delete-by-slug-does-nothing") and kind == :organizer and ctx.by == :slug
    body = View.record(kind, rec, ctx.lang, false)
    unless skip, do: Store.delete(kind, rec["id"], %{by: ctx.by})
    case v(:delete) do
      :record -> json(200, View.item(kind, body))
      :wrap -> json(200, {:obj, [{"deleted", true}, {"previous", body}]})
      :none -> {204, [], ""}
    end
  end

  # --- answers
  defp json(status, body, hdrs \\ []), do: {status, [{"content-type", "application/json; charset=utf-8"} | hdrs], Json.encode(body)}
  defp not_found, do: error(404, "not_found", "Not found", [])
  defp invalid(errs), do: error(v(:invalid), "invalid_param", "Invalid parameter(s): " <> Enum.map_join(errs, ", ", &elem(&1, 0)), errs)

  defp error(status, code, msg, details, hdrs \\ []) do
    {ct, body} = View.error(status, code, msg, details)
    hdrs = if status == 401 and not bug?("no-challenge-with-401"), do: [{"www-authenticate", "Basic realm=\"agenda\", charset=\"UTF-8\""} | hdrs], else: hdrs
    {status, [{"content-type", ct} | hdrs], Json.encode(body)}
  end
end
