defmodule Cal.Schema do
  @event [{"title", :name}, {"start_date", :dt}, {"end_date", :dt}, {"author", :int}, {"date", :dt}, {"date_utc", :utc},
    {"description", :str}, {"slug", :slug}, {"excerpt", :str}, {"status", :status}, {"timezone", :str}, {"all_day", :bool},
    {"image", :str}, {"cost", :any}, {"website", :url}, {"show_map", :bool}, {"show_map_link", :bool},
    {"hide_from_listings", :bool}, {"sticky", :bool}, {"featured", :bool}, {"categories", {:ids, :category}},
    {"tags", {:ids, :tag}}, {"venue", {:ids, :venue}}, {"organizer", {:ids, :organizer}}]
  @venue [{"venue", :name}, {"author", :int}, {"date", :dt}, {"date_utc", :utc}, {"description", :str}, {"status", :status},
    {"show_map", :str}, {"show_map_link", :str}, {"address", :str}, {"city", :str}, {"country", :str}, {"province", :str},
    {"state", :str}, {"zip", :str}, {"phone", :str}, {"stateprovince", :str}, {"website", :str}, {"image", :str}]
  @organizer [{"organizer", :name}, {"author", :int}, {"date", :dt}, {"date_utc", :utc}, {"description", :str},
    {"status", :status}, {"phone", :str}, {"website", :str}, {"email", :str}, {"image", :str}]
  @category [{"name", :name}, {"description", :str}, {"slug", :slug}, {"parent", :parent}]
  @tag [{"name", :name}, {"description", :str}, {"slug", :slug}]

  def fields(:event), do: @event
  def fields(:venue), do: @venue
  def fields(:organizer), do: @organizer
  def fields(:category), do: @category
  def fields(:tag), do: @tag

  def required(:event), do: ["title", "start_date", "end_date"]
  def required(kind), do: [name_field(kind)]

  def name_field(:event), do: "title"
  def name_field(:venue), do: "venue"
  def name_field(:organizer), do: "organizer"
  def name_field(_), do: "name"

  def collection(:category), do: "categories"
  def collection(kind), do: "#{kind}s"

  def statuses, do: ~w(publish draft pending private future)
end

defmodule Cal.Changeset do
  @moduledoc "Casts and validates the input of a create or an update into changes."
  import Cal.Conf, only: [bug?: 1, v: 1]
  alias Cal.{Schema, Time}

  @doc "ctx: %{op: :create | :update, by: :id | :slug, lang:, form:, user:, rec: current record or nil}"
  def cast(kind, params, ctx) do
    params = before(kind, params, ctx)
    {ch, errs} =
      Enum.reduce(Schema.fields(kind), {%{}, []}, fn {name, type}, {ch, errs} ->
        case Map.fetch(params, name) do
          :error -> {ch, errs}
          {:ok, val} ->
            if dropped?(kind, name, val, ctx) do
              {ch, errs}
            else
              case value(type, val, ctx) do
                {:ok, x} -> {Map.put(ch, name, x), errs}
                :skip -> {ch, errs}
                {:error, msg} -> {ch, [{name, msg} | errs]}
              end
            end
        end
      end)
    errs = errs ++ missing(kind, ch, errs, ctx) ++ cross(kind, ch, ctx) ++ strict(kind, ch)
    if errs == [], do: {:ok, ch |> publication() |> finish(kind, ctx)}, else: {:error, Enum.uniq(errs)}
  end

  # --- changes of the input before casting
  defp before(:event, params, %{op: :create}) do
    if bug?("description-of-previous-create") do
      prev = Process.get(:last_description)
      if params["description"], do: Process.put(:last_description, params["description"])
      if prev && !Map.has_key?(params, "description"), do: Map.put(params, "description", prev), else: params
    else
      params
    end
  end
  defp before(:event, params, %{op: :update} = ctx) do
    cond do
      bug?("password-update-drops-fields") and ctx.by == :id and params["password"] -> Map.take(params, ["password"])
      bug?("patch-resets-timezone") and ctx.method == "PATCH" and not Map.has_key?(params, "timezone") ->
        Map.put(params, "timezone", "Europe/Amsterdam")
      bug?("patch-start-moves-end") and ctx.method == "PATCH" and params["start_date"] && !params["end_date"] ->
        with {:ok, n} <- Time.parse(params["start_date"]) do
          d = NaiveDateTime.diff(Time.naive(n), Time.naive(ctx.rec["start_date"]))
          Map.put(params, "end_date", ctx.rec["end_date"] |> Time.naive() |> NaiveDateTime.add(d) |> Time.fmt())
        else
          _ -> params
        end
      true -> params
    end
  end
  defp before(:category, params, %{op: :update}) do
    if bug?("category-update-loses-parent") and not Map.has_key?(params, "parent"), do: Map.put(params, "parent", 0), else: params
  end
  defp before(_, params, _), do: params

  defp dropped?(kind, name, val, ctx) do
    up = ctx.op == :update
    (bug?("patch-false-ignored") and up and kind == :event and val == false) or
    (bug?("patch-empty-text-ignored") and up and val == "" and name in ["description", "excerpt"]) or
    (bug?("patch-empty-relations-ignored") and up and val == []) or
    (bug?("patch-null-ignored") and up and val == nil) or
    (bug?("update-by-slug-drops-tags") and up and ctx.by == :slug and name == "tags") or
    (bug?("update-by-slug-ignores-slug") and up and ctx.by == :slug and name == "slug") or
    (bug?("author-not-updated") and up and name == "author") or
    (bug?("zero-cost-lost") and name == "cost" and val in [0, "0"])
  end

  # --- values
  defp value(:name, val, ctx) do
    case value(:str, val, ctx) do
      {:ok, s} when is_binary(s) -> if String.trim(s) == "", do: {:error, "must not be empty"}, else: {:ok, s}
      {:ok, nil} -> {:error, "must not be empty"}
      e -> e
    end
  end
  defp value(:str, nil, _), do: {:ok, nil}
  defp value(:str, s, _) when is_binary(s), do: {:ok, s}
  defp value(:str, n, _) when is_integer(n), do: {:ok, Integer.to_string(n)}
  defp value(:str, n, _) when is_float(n), do: {:ok, to_string(n)}
  defp value(:str, b, _) when is_boolean(b), do: {:ok, to_string(b)}
  defp value(:str, _, _), do: {:error, "must be a string"}
  defp value(:slug, nil, _), do: :skip
  defp value(:slug, s, ctx), do: value(:str, s, ctx)
  defp value(:int, nil, _), do: :skip
  defp value(:int, val, _) do
    case int(val) do
      {:ok, n} when n >= 0 -> {:ok, n}
      _ -> {:error, "must be an integer"}
    end
  end
  defp value(:parent, nil, _), do: {:ok, 0}
  defp value(:parent, val, ctx) do
    case int(val) do
      {:ok, 0} -> {:ok, 0}
      {:ok, n} ->
        cond do
          Cal.Store.get(:category, n) == nil -> {:error, "does not exist"}
          ctx.rec && cyclic?(n, ctx.rec["id"]) -> {:error, "would make a cycle"}
          true -> {:ok, n}
        end
      _ -> {:error, "must be an integer"}
    end
  end
  defp value(:bool, nil, _), do: {:ok, false}
  defp value(:bool, val, ctx) do
    if bug?("form-false-is-true") and ctx.form and is_binary(val) and val != "" do
      {:ok, val != "0"}
    else
      case bool(val) do
        {:ok, b} -> {:ok, b}
        :error -> {:error, "must be a boolean"}
      end
    end
  end
  defp value(:dt, v, _) when v in [nil, ""], do: :skip
  defp value(:dt, val, _) do
    case Time.parse(val) do
      {:ok, s} -> {:ok, s}
      :error -> {:error, "must be a date and time (YYYY-MM-DD HH:MM:SS)"}
    end
  end
  defp value(:utc, v, _) when v in [nil, ""], do: :skip
  defp value(:utc, val, _) when is_binary(val) do
    val = String.replace(val, ~r/Z\z/, "")
    case Time.parse(val) do
      {:ok, s} -> {:ok, s}
      :error -> {:error, "must be a date and time (YYYY-MM-DD HH:MM:SS)"}
    end
  end
  defp value(:utc, _, _), do: {:error, "must be a date and time (YYYY-MM-DD HH:MM:SS)"}
  defp value(:status, v, _) when v in [nil, ""], do: :skip
  defp value(:status, s, _) do
    if s in Schema.statuses(), do: {:ok, s}, else: {:error, "must be one of " <> Enum.join(Schema.statuses(), ", ")}
  end
  defp value(:url, v, _) when v in [nil, ""], do: {:ok, v}
  defp value(:url, s, _) when is_binary(s) do
    if Regex.match?(~r{\Ahttps?://[^\s/]+}i, s), do: {:ok, s}, else: {:error, "must be a URL"}
  end
  defp value(:url, _, _), do: {:error, "must be a URL"}
  defp value(:any, val, _) when is_list(val) or is_map(val), do: {:error, "must be a number or a string"}
  defp value(:any, val, _), do: {:ok, val}
  defp value({:ids, kind}, val, _) do
    case ids(val) do
      {:ok, ids} ->
        ids = Enum.uniq(ids)
        ids = if bug?("only-first-organizer-kept") and kind == :organizer, do: Enum.take(ids, 1), else: ids
        known = Enum.filter(ids, &(Cal.Store.get(kind, &1) != nil))
        cond do
          known == ids -> {:ok, ids}
          v(:bad_rel) == :drop -> {:ok, known}
          true -> {:error, "refers to a #{kind} that does not exist"}
        end
      :error -> {:error, "must be an array of integers"}
    end
  end

  defp cyclic?(n, id) do
    cond do
      n == id -> true
      n in [0, nil] -> false
      true ->
        case Cal.Store.get(:category, n) do
          nil -> false
          c -> cyclic?(c["parent"], id)
        end
    end
  end

  def int(n) when is_integer(n), do: {:ok, n}
  def int(f) when is_float(f), do: if(trunc(f) == f, do: {:ok, trunc(f)}, else: :error)
  def int(s) when is_binary(s) do
    case Integer.parse(String.trim(s)) do
      {n, ""} -> {:ok, n}
      _ -> :error
    end
  end
  def int(_), do: :error

  def bool(b) when is_boolean(b), do: {:ok, b}
  def bool(1), do: {:ok, true}
  def bool(0), do: {:ok, false}
  def bool(s) when is_binary(s) do
    case String.downcase(s) do
      x when x in ["true", "1", "yes", "on"] -> {:ok, true}
      x when x in ["false", "0", "no", "off", ""] -> {:ok, false}
      _ -> :error
    end
  end
  def bool(_), do: :error

  def ids(v) when v in [nil, ""], do: {:ok, []}
  def ids(l) when is_list(l) do
    Enum.reduce_while(l, {:ok, []}, fn x, {:ok, acc} ->
      case int(x) do
        {:ok, n} -> {:cont, {:ok, acc ++ [n]}}
        _ -> {:halt, :error}
      end
    end)
  end
  def ids(s) when is_binary(s), do: s |> String.split(",") |> ids()
  def ids(n) when is_integer(n), do: {:ok, [n]}
  def ids(_), do: :error

  # --- whole-record rules
  defp missing(kind, ch, errs, %{op: :create} = ctx) do
    req = Schema.required(kind)
    req = if bug?("end-date-not-required"), do: req -- ["end_date"], else: req
    req = if bug?("required-not-checked-in-french") and ctx.lang == "fr", do: [], else: req
    bad = Enum.map(errs, &elem(&1, 0))
    for f <- req, not Map.has_key?(ch, f), f not in bad, do: {f, "is required"}
  end
  defp missing(_, _, _, _), do: []

  defp cross(:event, ch, ctx) do
    s = ch["start_date"] || (ctx.rec && ctx.rec["start_date"])
    e = ch["end_date"] || (ctx.rec && ctx.rec["end_date"])
    touched = Map.has_key?(ch, "start_date") or Map.has_key?(ch, "end_date")
    if touched and s && e && e < s, do: [{"end_date", "must not be before start_date"}], else: []
  end
  defp cross(_, _, _), do: []

  defp strict(kind, ch) do
    if v(:strict) do
      web = ch["website"]
      mail = ch["email"]
      (if kind in [:venue, :organizer] and web not in [nil, ""] and not Regex.match?(~r{\Ahttps?://}i, web), do: [{"website", "must be a URL"}], else: []) ++
      (if mail not in [nil, ""] and not Regex.match?(~r/\A[^@\s]+@[^@\s]+\z/, mail || ""), do: [{"email", "must be an e-mail address"}], else: [])
    else
      []
    end
  end

  defp publication(%{"date" => d} = ch), do: Map.put(ch, "date_utc", Time.to_utc(d))
  defp publication(%{"date_utc" => u} = ch) do
    if bug?("publication-utc-input-taken-as-local"),
      do: Map.merge(ch, %{"date" => u, "date_utc" => Time.to_utc(u)}),
      else: Map.put(ch, "date", Time.local_of_utc(u))
  end
  defp publication(ch), do: ch

  # --- storing
  defp finish(ch, kind, ctx) do
    ch = if ctx.op == :create, do: Map.merge(defaults(kind, ctx), ch), else: ch
    ch = if ctx.op == :create, do: Enum.reduce(Schema.required(kind), ch, fn f, c ->
      if c[f] == nil, do: Map.put(c, f, if(String.ends_with?(f, "_date"), do: Time.now(), else: "")), else: c end), else: ch
    ch =
      if ctx.op == :update and ctx.method == "PUT" and v(:put) == :replace do
        keep = ["author", "date", "date_utc", "status", "language"]
        defaults(kind, ctx) |> Map.drop(keep) |> Map.drop(["slug" | Schema.required(kind)]) |> Map.merge(ch)
      else
        ch
      end
    ch
    |> only(bug?("description-cut-at-255"), "description", &String.slice(&1, 0, 255))
    |> only(bug?("four-byte-characters-dropped"), Schema.name_field(kind), &String.replace(&1, ~r/[\x{10000}-\x{10FFFF}]/u, ""))
    |> only(bug?("zip-leading-zero-lost"), "zip", &String.replace(&1, ~r/\A0+(?=\d+\z)/, ""))
    |> only(bug?("phone-plus-lost-on-update") and ctx.op == :update, "phone", &String.replace(&1, "+", ""))
    |> escape_again(kind, ctx)
    |> swap(kind, ctx)
  end

  defp only(ch, false, _, _), do: ch
  defp only(ch, true, f, fun), do: if(is_binary(ch[f]), do: Map.put(ch, f, fun.(ch[f])), else: ch)

  defp escape_again(ch, :event, %{op: :update} = ctx) do
    if bug?("description-escaped-at-each-update") do
      text = Map.get(ch, "description", ctx.rec["description"])
      if is_binary(text), do: Map.put(ch, "description", String.replace(text, "&", "&amp;")), else: ch
    else
      ch
    end
  end
  defp escape_again(ch, _, _), do: ch

  defp swap(ch, :venue, %{op: :update, by: :slug}) do
    if bug?("venue-state-stored-as-province-by-slug") and Map.has_key?(ch, "state"),
      do: ch |> Map.put("province", ch["state"]) |> Map.delete("state"), else: ch
  end
  defp swap(ch, :event, %{op: :update}) do
    if bug?("hide-from-listings-stored-as-sticky") and Map.has_key?(ch, "hide_from_listings"),
      do: ch |> Map.put("sticky", ch["hide_from_listings"]) |> Map.delete("hide_from_listings"), else: ch
  end
  defp swap(ch, _, _), do: ch

  def defaults(kind, ctx) do
    base = for {f, t} <- Schema.fields(kind), into: %{}, do: {f, blank(t)}
    base = Map.put(base, "language", ctx.lang)
    if kind in [:category, :tag] do
      base
    else
      now = Time.now()
      base = Map.merge(base, %{"status" => v(:default_status), "author" => ctx.user.id, "date" => now, "date_utc" => Time.to_utc(now)})
      if kind == :event, do: Map.put(base, "timezone", "Europe/Amsterdam"), else: base
    end
  end
  defp blank(:bool), do: false
  defp blank({:ids, _}), do: []
  defp blank(:parent), do: 0
  defp blank(_), do: nil
end
