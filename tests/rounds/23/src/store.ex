defmodule Cal.Store do
  @moduledoc """
  Records in ETS, written by one process. Tables: recs {{kind, id}, rec}; slugs {{space, slug}, id};
  rels (bag) {{target_kind, target_id}, event_id}; cache; meta (generation of the cache, counters).
  """
  use GenServer
  import Cal.Conf, only: [bug?: 1, v: 1]
  @rels [{"categories", :category}, {"tags", :tag}, {"venue", :venue}, {"organizer", :organizer}]

  def start_link, do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  def init(_) do
    opts = [:named_table, :public, read_concurrency: true]
    :ets.new(:recs, [:ordered_set | opts])
    :ets.new(:slugs, [:set | opts])
    :ets.new(:rels, [:bag | opts])
    :ets.new(:cache, [:set | opts])
    :ets.new(:meta, [:set | opts])
    :ets.insert(:meta, [{:gen, 0}, {:post, 10}, {:term, 1}])
    {:ok, nil}
  end

  # --- reading
  def get(kind, id) do
    case :ets.lookup(:recs, {kind, id}) do
      [{_, r}] -> r
      [] -> nil
    end
  end

  def by_slug(kind, slug) do
    case :ets.lookup(:slugs, {space(kind), slug}) do
      [{_, id}] ->
        case get(kind, id) do
          nil -> if bug?("deleted-still-served-by-slug"), do: ghost(kind, id), else: nil
          r -> r
        end
      [] -> nil
    end
  end
  defp ghost(kind, id) do
    case :ets.lookup(:meta, {:ghost, kind, id}) do
      [{_, r}] -> r
      _ -> nil
    end
  end

  def all(kind), do: :ets.select(:recs, [{{{kind, :_}, :"$1"}, [], [:"$1"]}])
  def events_of(target, id), do: for({_, e} <- :ets.lookup(:rels, {target, id}), do: e)

  # --- the cache of rendered lists
  def gen, do: :ets.lookup_element(:meta, :gen, 2)
  def cached(key) do
    case :ets.lookup(:cache, key) do
      [{_, val}] -> val
      [] -> nil
    end
  end
  def cache(key, val), do: :ets.insert(:cache, {key, val})

  # --- writing
  def insert(kind, rec, ctx), do: GenServer.call(__MODULE__, {:insert, kind, rec, ctx})
  def update(kind, id, changes, ctx), do: GenServer.call(__MODULE__, {:update, kind, id, changes, ctx})
  def delete(kind, id, ctx), do: GenServer.call(__MODULE__, {:delete, kind, id, ctx})

  def handle_call({:insert, kind, rec, ctx}, _, st) do
    id = :ets.update_counter(:meta, if(kind in [:category, :tag], do: :term, else: :post), 1)
    want = if rec["slug"] in [nil, ""], do: Cal.Slug.make(rec[Cal.Schema.name_field(kind)]), else: Cal.Slug.make(rec["slug"])
    want = if want == "", do: "#{kind}-#{id}", else: want
    slug = unique(kind, want, id, 1)
    now = Cal.Time.now()
    rec = Map.merge(rec, %{"id" => id, "slug" => slug, "modified" => now, :tags0 => rec["tags"]})
    :ets.insert(:recs, {{kind, id}, rec})
    :ets.insert(:slugs, {{space(kind), slug}, id})
    if kind == :event, do: link(rec)
    bump(kind, :insert, ctx)
    {:reply, rec, st}
  end

  def handle_call({:update, kind, id, changes, ctx}, _, st) do
    case get(kind, id) do
      nil -> {:reply, nil, st}
      old ->
        rec = Map.merge(old, changes)
        rec = if Map.has_key?(changes, "slug") do
          want = Cal.Slug.make(changes["slug"] || "")
          want = if want == "", do: old["slug"], else: want
          Map.put(rec, "slug", if(want == old["slug"], do: want, else: unique(kind, want, id, 1)))
        else
          rec
        end
        rec = Map.put(rec, "modified", Cal.Time.now())
        :ets.insert(:recs, {{kind, id}, rec})
        if rec["slug"] != old["slug"] and not bug?("new-slug-not-indexed") do
          :ets.delete_object(:slugs, {{space(kind), old["slug"]}, id})
          :ets.insert(:slugs, {{space(kind), rec["slug"]}, id})
        end
        if kind == :event do
          unlink(old, :update)
          link(rec)
        end
        bump(kind, :update, ctx)
        {:reply, rec, st}
    end
  end

  def handle_call({:delete, kind, id, ctx}, _, st) do
    case get(kind, id) do
      nil -> {:reply, nil, st}
      old ->
        if v(:trash) != :no and kind not in [:category, :tag] do
          rec = Map.put(old, "status", "trash")
          :ets.insert(:recs, {{kind, id}, rec})
          if v(:trash) == :gone, do: :ets.delete_object(:slugs, {{space(kind), old["slug"]}, id})
          if kind == :event, do: unlink(old, :delete), else: detach(kind, old)
          bump(kind, :delete, ctx)
          {:reply, rec, st}
        else
          :ets.delete(:recs, {kind, id})
          if bug?("deleted-still-served-by-slug"),
            do: :ets.insert(:meta, {{:ghost, kind, id}, old}),
            else: :ets.delete_object(:slugs, {{space(kind), old["slug"]}, id})
          if kind == :event, do: unlink(old, :delete), else: detach(kind, old)
          bump(kind, :delete, ctx)
          {:reply, old, st}
        end
    end
  end

  defp bump(kind, op, ctx) do
    stale =
      (bug?("list-cache-survives-update-by-slug") and op == :update and ctx.by == :slug) or
      (bug?("venue-delete-keeps-list-cache") and op == :delete and kind == :venue) or
      (bug?("tag-rename-keeps-list-cache") and op == :update and kind == :tag)
    unless stale do
      :ets.update_counter(:meta, :gen, 1)
      if :ets.info(:cache, :size) > 200, do: :ets.delete_all_objects(:cache)
    end
  end

  defp link(rec) do
    for {f, k} <- @rels, id <- rec[f] || [], do: :ets.insert(:rels, {{k, id}, rec["id"]})
  end

  defp unlink(rec, op) do
    for {f, k} <- @rels, id <- rec[f] || [] do
      keep = (op == :update and k == :venue and bug?("moved-event-found-at-old-venue")) or
             (op == :delete and k == :organizer and bug?("organizer-keeps-deleted-events")) or
             (op == :delete and k == :category and bug?("category-count-keeps-deleted-events"))
      unless keep, do: :ets.delete_object(:rels, {{k, id}, rec["id"]})
    end
  end

  # a deleted venue, organizer or term leaves the events; children of a category move up
  defp detach(kind, old) do
    {f, _} = Enum.find(@rels, fn {_, k} -> k == kind end)
    for e <- events_of(kind, old["id"]), r = get(:event, e), do:
      :ets.insert(:recs, {{:event, e}, Map.update(r, f, [], &List.delete(&1, old["id"]))})
    :ets.delete(:rels, {kind, old["id"]})
    if kind == :category do
      for c <- all(:category), c["parent"] == old["id"], do:
        :ets.insert(:recs, {{:category, c["id"]}, Map.put(c, "parent", old["parent"] || 0)})
    end
  end

  defp space(kind) do
    if bug?("slugs-shared-between-kinds") and kind in [:event, :venue], do: :post, else: kind
  end

  defp unique(kind, want, id, n) do
    s = if n == 1, do: want, else: "#{want}-#{n}"
    case :ets.lookup(:slugs, {space(kind), s}) do
      [] -> s
      [{_, ^id}] -> s
      [{_, other}] ->
        foreign = bug?("slugs-shared-between-kinds") and get(kind, other) == nil
        if bug?("same-title-same-slug") or foreign, do: s, else: unique(kind, want, id, n + 1)
    end
  end
end
