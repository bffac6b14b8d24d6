defmodule Cal.View do
  @moduledoc "Renders records, lists and errors."
  import Cal.Conf, only: [bug?: 1, v: 1, base: 0]
  alias Cal.{Schema, Store, Time, Query}
  @root "/vendor/events/v1"

  def link(kind, id), do: "#{base()}#{@root}/#{Schema.collection(kind)}/#{id}"

  # --- one record
  def record(:event, r, lang, locked) do
    cost = r["cost"]
    cost = if bug?("german-cost-with-comma") and lang == "de" and is_binary(cost), do: String.replace(cost, ".", ","), else: cost
    obj([
      {"id", id(r["id"])}, {"slug", r["slug"]}, {"url", "#{base()}/event/#{URI.encode(r["slug"])}"},
      {"link", link(:event, r["id"])},
      {"title", text(r["title"])}, {"description", text(if(locked, do: nil, else: r["description"]))},
      {"excerpt", text(if(locked, do: nil, else: r["excerpt"]))},
      {"status", r["status"]}, {"protected", r["password"] not in [nil, ""]}, {"author", r["author"]}, {"date", time(r["date"], lang)}, {"date_utc", utc(r["date_utc"])},
      {"modified", time(r["modified"], nil)},
      {"start_date", time(r["start_date"], lang)}, {"end_date", time(r["end_date"], lang)}, {"timezone", r["timezone"]},
      {"all_day", r["all_day"]}, {"image", r["image"]}, {"cost", cost(cost)}, {"website", r["website"]},
      {"show_map", r["show_map"]}, {"show_map_link", r["show_map_link"]}, {"hide_from_listings", r["hide_from_listings"]},
      {"sticky", r["sticky"]}, {"featured", r["featured"]},
      {"categories", rels(:category, r["categories"])}, {"tags", rels(:tag, r["tags"])},
      {"venue", rels(:venue, r["venue"])}, {"organizer", rels(:organizer, r["organizer"])}, {"language", r["language"]}
    ])
  end

  def record(kind, r, lang, _) when kind in [:venue, :organizer] do
    fields = for {f, _} <- Schema.fields(kind) do
      val = r[f]
      val = if bug?("organizer-email-lowercased") and f == "email" and is_binary(val), do: String.downcase(val), else: val
      {f, cond do
        f in ["venue", "organizer", "description"] -> text(val)
        f == "date" -> time(val, lang)
        f == "date_utc" -> utc(val)
        true -> val
      end}
    end
    obj([{"id", id(r["id"])}, {"slug", r["slug"]}, {"link", link(kind, r["id"])}] ++ fields ++
        [{"modified", time(r["modified"], nil)}, {"language", r["language"]}])
  end

  def record(kind, r, _, _) do
    obj([{"id", id(r["id"])}, {"name", text(r["name"])}, {"slug", r["slug"]}, {"description", text(r["description"])}] ++
        if(kind == :category, do: [{"parent", parent(r["parent"])}], else: []) ++
        [{"count", Query.count(kind, r)}, {"link", link(kind, r["id"])}, {"language", r["language"]}])
  end

  defp obj(pairs) do
    pairs = if v(:nulls) == :omit, do: Enum.reject(pairs, fn {_, x} -> x == nil end), else: pairs
    {:obj, pairs}
  end

  defp id(n), do: if(v(:id) == :string, do: Integer.to_string(n), else: n)
  defp parent(n), do: id(n || 0)

  defp text(nil), do: nil
  defp text(s), do: if(v(:texts) == :object, do: {:obj, [{"raw", s}, {"rendered", s}]}, else: s)

  defp cost(c), do: if(v(:cost) == :string and is_number(c), do: to_string(c), else: c)

  defp rels(_, l) when l in [nil, []], do: if(v(:empty_rel) == :null, do: nil, else: [])
  defp rels(kind, ids) do
    case v(:rels) do
      :ids -> Enum.map(ids, &id/1)
      :links -> Enum.map(ids, &{:obj, [{"id", id(&1)}, {"href", link(kind, &1)}]})
      :embed ->
        for i <- ids, r = Store.get(kind, i), do:
          {:obj, [{"id", id(i)}, {Schema.name_field(kind), text(r[Schema.name_field(kind)])}, {"slug", r["slug"]}]}
    end
  end

  defp time(nil, _), do: nil
  defp time(s, lang) do
    s = if bug?("english-twelve-hour-clock") and lang == "en", do: twelve(s), else: s
    case v(:times) do
      :space -> s
      :iso_local -> String.replace(s, " ", "T")
      :iso_offset -> Time.iso_offset(s)
    end
  end
  defp twelve(<<d::binary-size(11), h::binary-size(2), rest::binary>>) do
    h = rem(String.to_integer(h) + 11, 12) + 1
    d <> String.pad_leading(Integer.to_string(h), 2, "0") <> rest
  end

  defp utc(nil), do: nil
  defp utc(s) do
    case v(:times) do
      :space -> s
      :iso_local -> String.replace(s, " ", "T")
      :iso_offset -> String.replace(s, " ", "T") <> "Z"
    end
  end

  def item(kind, body) do
    case v(:item) do
      :bare -> body
      :data -> {:obj, [{"data", body}]}
      :named -> {:obj, [{Atom.to_string(kind), body}]}
    end
  end

  # --- lists: {body, headers}
  def list(kind, rows, m, next, prev) do
    coll = Schema.collection(kind)
    body = case v(:envelope) do
      :bare -> rows
      :named -> {:obj, [{coll, rows}, {"total", m.total}, {"total_pages", m.pages}, {"next_rest_url", next}, {"previous_rest_url", prev}] |> Enum.reject(fn {_, x} -> x == nil end)}
      :data -> {:obj, [{"data", rows}, {"meta", {:obj, [{"total", m.total}, {"pages", m.pages}, {"page", m.page}, {"per_page", m.per_page}]}}]}
      :items -> {:obj, [{"count", m.total}, {"next", next}, {"previous", prev}, {"items", rows}]}
      :hal -> {:obj, [{"_embedded", {:obj, [{coll, rows}]}}, {"page", {:obj, [{"size", m.per_page}, {"totalElements", m.total}, {"totalPages", m.pages}, {"number", m.page}]}}]}
    end
    links = Enum.reject([next && "<#{next}>; rel=\"next\"", prev && "<#{prev}>; rel=\"prev\""], &(&1 == nil))
    {body, [{"x-total", "#{m.total}"}, {"x-total-pages", "#{m.pages}"}] ++ if(links == [], do: [], else: [{"link", Enum.join(links, ", ")}])}
  end

  # --- errors
  def error(status, code, msg, details) do
    d = {:obj, Enum.sort(details)}
    case v(:errors) do
      :wp -> {"application/json; charset=utf-8", {:obj, [{"code", code}, {"message", msg}, {"data", {:obj, [{"status", status}] ++ if(details == [], do: [], else: [{"params", d}])}}]}}
      :problem -> {"application/problem+json", {:obj, [{"type", "about:blank"}, {"title", msg}, {"status", status}, {"errors", d}]}}
      :list -> {"application/json; charset=utf-8", {:obj, [{"errors", [{:obj, [{"status", "#{status}"}, {"code", code}, {"detail", msg}]}]}]}}
      :simple -> {"application/json; charset=utf-8", {:obj, [{"error", msg}]}}
    end
  end
end
