defmodule Cal.Query do
  @moduledoc "Filters, orders and pages of the lists."
  import Cal.Conf, only: [bug?: 1, v: 1]
  alias Cal.{Schema, Store, Time, Changeset}

  @event_f [start_date: :dt, end_date: :dt, starts_before: :dt, starts_after: :dt, ends_before: :dt, ends_after: :dt,
    strict_dates: :bool, search: :str, categories: :terms, tags: :terms, venue: :ids, organizer: :ids, featured: :bool,
    status: :status, geoloc: :bool, geoloc_lat: :float, geoloc_lng: :float, include: :ids, post_parent: :int, ticketed: :bool]
  @post_f [search: :str, event: :int, has_events: :bool, only_with_upcoming: :bool, status: :status]
  @term_f [search: :str, exclude: :ids, include: :ids, order: :order, orderby: :orderby, hide_empty: :bool, post: :int, event: :int, slug: :str]

  defp filters(:event), do: @event_f
  defp filters(:category), do: [{:parent, :int} | @term_f]
  defp filters(:tag), do: @term_f
  defp filters(_), do: @post_f

  @doc "params: %{name => [values]}; {:ok, filters} or {:error, [{name, message}]}"
  def cast(kind, params) do
    all = [page: :page, per_page: :page] ++ filters(kind)
    {f, errs} = Enum.reduce(all, {%{}, []}, fn {name, type}, {f, errs} ->
      vals = params |> Map.get(Atom.to_string(name), []) |> Enum.reject(&(&1 == ""))
      if vals == [] do
        {f, errs}
      else
        case value(type, vals, name) do
          {:ok, x} -> {Map.put(f, name, x), errs}
          :error -> {f, [{Atom.to_string(name), "is not valid"} | errs]}
        end
      end
    end)
    geo = (f[:geoloc_lat] == nil) != (f[:geoloc_lng] == nil)
    errs = if kind == :event and geo and not bug?("latitude-alone-accepted"),
      do: [{"geoloc_lat", "geoloc_lat and geoloc_lng must be given together"} | errs], else: errs
    errs = if v(:over_max) == :reject and (f[:per_page] || 0) > v(:max_per_page),
      do: [{"per_page", "must not be more than #{v(:max_per_page)}"} | errs], else: errs
    if errs == [], do: {:ok, f}, else: {:error, errs}
  end

  defp value(:str, l, _), do: {:ok, List.last(l)}
  defp value(:page, l, _) do
    case Changeset.int(List.last(l)) do
      {:ok, n} when n >= 1 -> {:ok, n}
      _ -> :error
    end
  end
  defp value(:int, l, _) do
    case Changeset.int(List.last(l)) do
      {:ok, n} -> {:ok, n}
      _ -> :error
    end
  end
  defp value(:float, l, _) do
    case Float.parse(List.last(l)) do
      {n, ""} -> {:ok, n}
      _ -> :error
    end
  end
  defp value(:bool, l, name) do
    s = List.last(l)
    cond do
      name == :strict_dates and bug?("strict-dates-false-taken-as-true") -> {:ok, s != "0"}
      name == :only_with_upcoming and bug?("upcoming-false-taken-as-true") -> {:ok, true}
      true -> Changeset.bool(s)
    end
  end
  defp value(:dt, l, _), do: Time.parse(List.last(l))
  defp value(:ids, l, name) do
    l = if name == :organizer and bug?("organizer-csv-first-only"), do: Enum.map(l, &hd(String.split(&1, ","))), else: l
    l |> Enum.flat_map(&String.split(&1, ",")) |> Enum.reject(&(String.trim(&1) == "")) |> Changeset.ids()
  end
  defp value(:terms, l, _), do: {:ok, l |> Enum.flat_map(&String.split(&1, ",")) |> Enum.map(&String.trim/1) |> Enum.reject(&(&1 == ""))}
  defp value(:status, l, _) do
    ss = l |> Enum.flat_map(&String.split(&1, ",")) |> Enum.map(&String.trim/1)
    if Enum.all?(ss, &(&1 in ["trash", "any" | Schema.statuses()])), do: {:ok, ss}, else: :error
  end
  defp value(:order, l, _) do
    case String.downcase(List.last(l)) do
      x when x in ["asc", "ascending"] -> {:ok, :asc}
      x when x in ["desc", "descending"] -> {:ok, :desc}
      _ -> :error
    end
  end
  defp value(:orderby, l, _) do
    x = List.last(l)
    cond do
      x in ~w(id name slug count description parent) -> {:ok, x}
      x in ~w(term_id include term_group) -> {:ok, "id"}
      true -> :error
    end
  end

  @doc "All matching records in order, before paging."
  def run(kind, f, user, lang) do
    page = f[:page] || 1
    recs = Store.all(kind)
    recs = if kind in [:category, :tag], do: recs, else: Enum.filter(recs, &listed?(&1, f, user, page))
    recs = if v(:lang_filter), do: Enum.filter(recs, &(&1["language"] == lang)), else: recs
    recs |> select(kind, f) |> order(kind, f)
  end

  def page(recs, f, default) do
    per = min(f[:per_page] || default, v(:max_per_page))
    page = f[:page] || 1
    off = if bug?("offset-assumes-ten"), do: (page - 1) * 10, else: (page - 1) * per
    rows = recs |> Enum.drop(off) |> Enum.take(per)
    rows = if bug?("exclude-after-paging") and f[:exclude], do: Enum.reject(rows, &(&1["id"] in f[:exclude])), else: rows
    {rows, %{total: length(recs), pages: div(length(recs) + per - 1, per), page: page, per_page: per}}
  end

  def visible?(rec, user) do
    st = rec["status"]
    case user.role do
      r when r in [:all, :editor] -> true
      :author -> st == "publish" or rec["author"] == user.id
      _ -> st == "publish"
    end
  end

  defp listed?(rec, f, user, page) do
    st = rec["status"]
    wanted = case f[:status] do
      nil -> st != "trash"
      l -> st in l or ("any" in l and st != "trash") or (bug?("status-filter-lost-on-page-two") and page > 1) or
           (bug?("venue-status-filter-ignored") and Map.has_key?(rec, "venue") and Map.has_key?(rec, "zip"))
    end
    wanted and (visible?(rec, user) or (bug?("status-filter-opens-drafts") and f[:status] != nil))
  end

  # --- events
  defp select(recs, :event, f) do
    search = &event_search(&1, f[:search])
    cats = f[:categories] && term_ids(:category, f[:categories])
    tags = f[:tags] && term_ids(:tag, f[:tags])
    recs =
      if bug?("search-or-category") and f[:search] && cats do
        set = linked(:category, cats)
        Enum.filter(recs, &(search.(&1) or MapSet.member?(set, &1["id"])))
      else
        recs |> keep(f[:search], search) |> rel(:category, cats)
      end
    recs = if bug?("two-matching-categories-listed-twice") and cats,
      do: Enum.flat_map(recs, &List.duplicate(&1, max(1, Enum.count(&1["categories"], fn c -> c in cats end)))), else: recs
    recs = if bug?("tags-filter-wants-all") and tags,
      do: Enum.filter(recs, fn r -> Enum.all?(tags, &(&1 in r["tags"])) end), else: rel(recs, :tag, tags)
    recs
    |> venue_rel(f[:venue])
    |> rel(:organizer, f[:organizer])
    |> keep(f[:featured] != nil and not (bug?("featured-false-filter-ignored") and f[:featured] == false), &(&1["featured"] == f[:featured]))
    |> keep(f[:include], &(&1["id"] in f[:include]))
    |> keep(f[:post_parent] not in [nil, 0], fn _ -> false end)
    |> keep(f[:ticketed], fn _ -> false end)
    |> dates(f)
  end

  # --- venues and organizers
  defp select(recs, kind, f) when kind in [:venue, :organizer] do
    ev = f[:event] && Store.get(:event, f[:event])
    skip_event = bug?("event-filter-lost-beside-search") and f[:search] != nil
    evs = fn r -> Store.events_of({kind, 0} |> elem(0), r["id"]) end
    recs
    |> keep(f[:search], &post_search(kind, &1, f[:search]))
    |> keep(f[:event] != nil and not skip_event, fn r -> ev != nil and r["id"] in (ev[Atom.to_string(kind)] || []) end)
    |> keep(f[:has_events] == true, &(evs.(&1) != []))
    |> keep(f[:has_events] == false and v(:has_events_false) == :without, &(evs.(&1) == []))
    |> keep(f[:only_with_upcoming], fn r ->
      now = Time.now()
      Enum.any?(evs.(r), fn e ->
        e = Store.get(:event, e)
        e != nil and (e["end_date"] >= now or bug?("past-events-count-as-upcoming"))
      end)
    end)
  end

  # --- terms
  defp select(recs, kind, f) do
    hide = case f[:hide_empty] do
      nil -> not bug?("empty-terms-shown-by-default")
      b -> b
    end
    post = f[:post] || (if bug?("tags-event-alias-ignored") and kind == :tag, do: nil, else: f[:event])
    post = if bug?("post-filter-lost-with-hide-empty-off") and not hide, do: nil, else: post
    ev = post && Store.get(:event, post)
    field = if kind == :category, do: "categories", else: "tags"
    slug_ok = fn r -> if bug?("slug-filter-matches-prefix"), do: String.starts_with?(r["slug"], f[:slug]), else: r["slug"] == f[:slug] end
    recs
    |> keep(hide, &(not_empty?(kind, &1)))
    |> keep(f[:search], fn r -> Enum.any?(["name", "description", "slug"], &has?(r[&1], f[:search])) end)
    |> keep(f[:include] && not (bug?("tags-include-lost-beside-search") and kind == :tag and f[:search] != nil), &(&1["id"] in f[:include]))
    |> keep(f[:exclude] && not bug?("exclude-after-paging"), &(&1["id"] not in f[:exclude]))
    |> keep(post, fn r -> ev != nil and r["id"] in ev[field] end)
    |> keep(f[:slug], slug_ok)
    |> keep(f[:parent], &(&1["parent"] == f[:parent]))
  end

  def count(kind, r), do: length(Store.events_of(kind, r["id"]))
  defp not_empty?(:tag, r) do
    if bug?("tag-given-by-update-stays-empty"),
      do: Enum.any?(Store.events_of(:tag, r["id"]), fn e -> e = Store.get(:event, e); e != nil and r["id"] in (e[:tags0] || []) end),
      else: count(:tag, r) > 0
  end
  defp not_empty?(kind, r), do: count(kind, r) > 0

  # --- parts
  defp keep(recs, cond, _) when cond in [nil, false], do: recs
  defp keep(recs, _, fun), do: Enum.filter(recs, fun)

  defp linked(kind, ids), do: ids |> Enum.flat_map(&Store.events_of(kind, &1)) |> MapSet.new()
  defp rel(recs, _, nil), do: recs
  defp rel(recs, kind, ids) do
    set = linked(kind, ids)
    Enum.filter(recs, &MapSet.member?(set, &1["id"]))
  end
  defp venue_rel(recs, nil), do: recs
  defp venue_rel(recs, ids) do
    if bug?("venue-filter-sees-first-venue"), do: Enum.filter(recs, &(List.first(&1["venue"]) in ids)), else: rel(recs, :venue, ids)
  end

  defp term_ids(kind, vals) do
    Enum.flat_map(vals, fn s ->
      by_slug = if bug?("category-slug-filter-finds-nothing") and kind == :category, do: nil, else: Store.by_slug(kind, s)
      by_id = case Changeset.int(s) do
        {:ok, n} -> Store.get(kind, n)
        _ -> nil
      end
      case by_id || by_slug do
        nil -> []
        t -> [t["id"]]
      end
    end)
  end

  defp has?(nil, _), do: false
  defp has?(text, s) do
    cond do
      bug?("search-percent-is-wildcard") and String.contains?(s, ["%", "_"]) ->
        re = s |> Regex.escape() |> String.replace("%", ".*") |> String.replace("_", ".")
        Regex.match?(Regex.compile!(re, "isu"), text)
      v(:search_case) == :sensitive -> String.contains?(text, s)
      true -> String.contains?(String.downcase(text), String.downcase(s))
    end
  end

  defp event_search(r, s), do: has?(r["title"], s) or (has?(r["description"], s) and not bug?("event-search-title-only"))
  defp post_search(:venue, r, s) do
    fs = ~w(venue description) ++ if(bug?("venue-search-skips-address-fields"), do: [], else: ~w(address city country province state zip phone stateprovince website))
    Enum.any?(fs, &has?(r[&1], s))
  end
  defp post_search(:organizer, r, s), do: Enum.any?(~w(organizer description phone website email), &has?(r[&1], s))

  defp dates(recs, f) do
    names = [:start_date, :end_date, :starts_before, :starts_after, :ends_before, :ends_after]
    given = Enum.any?(names, &f[&1])
    cond do
      f[:include] && not bug?("include-keeps-date-filters") -> recs
      given -> Enum.filter(recs, &in_dates?(&1, f, f[:strict_dates] || false))
      v(:window) == :upcoming and f[:include] == nil ->
        now = Time.now()
        Enum.filter(recs, &(&1["end_date"] >= now))
      true -> recs
    end
  end

  defp in_dates?(r, f, strict) do
    s = r["start_date"]
    e = r["end_date"]
    d = &Time.day/1
    utc_day = fn x -> d.(Time.to_utc(x)) end
    start_day = if bug?("start-date-day-in-utc"), do: utc_day, else: d
    seb = if bug?("ends-before-compares-start"), do: s, else: e
    ea_strict = strict and not bug?("ends-after-never-strict")
    sa = if bug?("strict-starts-after-in-utc") and strict, do: Time.to_utc(s), else: s
    full = bug?("time-of-day-kept-without-strict")
    (f[:start_date] == nil or (start_day.(s) == d.(f[:start_date]) and (not (strict or full) or s >= f[:start_date]))) and
    (f[:end_date] == nil or (d.(e) == d.(f[:end_date]) and (not strict or e <= f[:end_date]) and
      not (bug?("end-day-misses-last-minute") and not strict and binary_part(e, 11, 8) > "23:59:00"))) and
    (f[:starts_before] == nil or if(strict, do: s < f[:starts_before], else: d.(s) <= d.(f[:starts_before]))) and
    (f[:starts_after] == nil or if(strict, do: sa > f[:starts_after], else: d.(s) >= d.(f[:starts_after]))) and
    (f[:ends_before] == nil or if(strict, do: seb < f[:ends_before], else: d.(seb) <= d.(f[:ends_before]))) and
    (f[:ends_after] == nil or if(ea_strict, do: e > f[:ends_after], else: d.(e) >= d.(f[:ends_after])))
  end

  # --- order
  defp order(recs, :event, _) do
    if v(:order) == :newest, do: Enum.sort_by(recs, & &1["id"], :desc), else: Enum.sort_by(recs, &{&1["start_date"], &1["id"]})
  end
  defp order(recs, kind, _) when kind in [:venue, :organizer] do
    if v(:order) == :newest, do: Enum.sort_by(recs, & &1["id"], :desc), else: recs
  end
  defp order(recs, kind, f) do
    by = f[:orderby] || (if v(:order) == :newest, do: "id", else: "name")
    key = case by do
      "count" -> &{count(kind, &1), &1["id"]}
      "id" -> if bug?("orderby-id-as-text"), do: &to_string(&1["id"]), else: & &1["id"]
      "parent" -> &{&1["parent"] || 0, &1["id"]}
      x -> &{String.downcase(&1[x] || ""), &1["id"]}
    end
    dir = if bug?("descending-ignored-beside-orderby") and f[:orderby], do: :asc, else: f[:order] || :asc
    Enum.sort_by(recs, key, dir)
  end
end
