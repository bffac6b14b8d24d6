defmodule Cal.Conf do
  @moduledoc "Configuration from the environment: port, users, switches."

  @defaults %{
    envelope: :named, item: :bare, times: :space, texts: :plain, rels: :ids, nulls: :keep,
    create_status: 201, delete: :record, errors: :wp, invalid: 400, beyond: :empty,
    max_per_page: 100, over_max: :clamp, order: :default, window: :all, trash: :no,
    put: :partial, lang_filter: false, has_events_false: :without, default_status: "publish",
    bad_rel: :reject, strict: false, search_case: :insensitive, cost: :asis, id: :int,
    hidden: :forbid, empty_rel: :list, update_status: 200, dup_term: :allow
  }

  @variants %{
    "bare-arrays" => %{envelope: :bare, times: :iso_local, delete: :none, errors: :problem, invalid: 422, beyond: :not_found, max_per_page: 50},
    "data-meta" => %{envelope: :data, item: :data, times: :iso_offset, rels: :embed, over_max: :reject, errors: :list, delete: :none},
    "rendered-texts" => %{texts: :object, rels: :embed, trash: :visible, default_status: "draft", beyond: :bad, order: :newest},
    "trash-gone" => %{trash: :gone, delete: :wrap, window: :upcoming, max_per_page: 30, errors: :simple, has_events_false: :nofilter},
    "put-replaces" => %{put: :replace, item: :named, envelope: :items, nulls: :omit, create_status: 200, cost: :string, search_case: :sensitive},
    "per-language" => %{lang_filter: true, rels: :links, times: :iso_local, bad_rel: :drop, order: :newest, delete: :wrap},
    "strict-input" => %{strict: true, invalid: 422, errors: :problem, over_max: :reject, max_per_page: 40, hidden: :not_found, empty_rel: :null},
    "string-ids" => %{id: :string, envelope: :hal, rels: :links, nulls: :omit, times: :iso_offset, delete: :none, create_status: 201, order: :newest, beyond: :not_found}
  }

  def load do
    :persistent_term.put(:cal_bug, System.get_env("BUG") || "")
    name = System.get_env("VARIANT") || ""
    :persistent_term.put(:cal_conf, Map.merge(@defaults, Map.get(@variants, name, %{})))
    :persistent_term.put(:cal_users, System.get_env("USERS") == "1")
    port = String.to_integer(System.get_env("PORT") || "8080")
    :persistent_term.put(:cal_port, port)
    port
  end

  def bug?(id), do: :persistent_term.get(:cal_bug) == id
  def v(key), do: Map.fetch!(:persistent_term.get(:cal_conf), key)
  def users?, do: :persistent_term.get(:cal_users)
  def base, do: "http://127.0.0.1:#{:persistent_term.get(:cal_port)}"
end

defmodule Cal.App do
  def main do
    {:ok, _} = :application.ensure_all_started(:elixir)
    port = Cal.Conf.load()
    {:ok, _} = Cal.Store.start_link()
    Cal.Http.listen(port)
    Process.sleep(:infinity)
  end
end

defmodule Cal.Time do
  @moduledoc "Local times of the site (Europe/Amsterdam) as strings YYYY-MM-DD HH:MM:SS."
  import Cal.Conf, only: [bug?: 1]
  @re ~r/\A(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s?(Z|[+-]\d\d:?\d\d)?\z/

  def parse(s) when is_binary(s) do
    case Regex.run(@re, String.trim(s)) do
      nil -> :error
      [_ | parts] ->
        [y, m, d, h, mi, se, off] = Enum.take(parts ++ List.duplicate("", 7), 7)
        i = fn "" -> 0; x -> String.to_integer(x) end
        case NaiveDateTime.new(i.(y), i.(m), i.(d), i.(h), i.(mi), i.(se)) do
          {:ok, n} ->
            n = shift(n, off)
            if n.year in 1..9999, do: {:ok, fmt(n)}, else: :error
          _ -> :error
        end
    end
  end
  def parse(_), do: :error

  defp shift(n, ""), do: n
  defp shift(n, "Z"), do: from_utc(n)
  defp shift(n, <<sign, h::binary-size(2), rest::binary>>) do
    mins = String.to_integer(h) * 60 + String.to_integer(String.slice(rest, -2, 2))
    mins = if sign == ?-, do: mins, else: -mins
    n |> add(mins * 60) |> from_utc()
  end

  # the calendar ends at year 9999
  defp add(n, secs) do
    NaiveDateTime.add(n, secs, :second)
  rescue
    _ -> n
  end

  def fmt(n), do: n |> NaiveDateTime.truncate(:second) |> NaiveDateTime.to_string()
  def naive(s), do: NaiveDateTime.from_iso8601!(s)

  defp last_sunday(y, m) do
    d = Date.new!(y, m, 31)
    Date.add(d, -rem(Date.day_of_week(d), 7))
  end

  def offset_local(n) do
    a = NaiveDateTime.new!(last_sunday(n.year, 3), ~T[02:00:00])
    z = NaiveDateTime.new!(last_sunday(n.year, 10), ~T[03:00:00])
    if NaiveDateTime.compare(n, a) != :lt and NaiveDateTime.compare(n, z) == :lt, do: 2, else: 1
  end

  def from_utc(n) do
    a = NaiveDateTime.new!(last_sunday(n.year, 3), ~T[01:00:00])
    z = NaiveDateTime.new!(last_sunday(n.year, 10), ~T[01:00:00])
    h = if NaiveDateTime.compare(n, a) != :lt and NaiveDateTime.compare(n, z) == :lt, do: 2, else: 1
    add(n, h * 3600)
  end

  def to_utc(s) do
    n = naive(s)
    h = if bug?("publication-utc-always-winter"), do: 1, else: offset_local(n)
    n |> add(-h * 3600) |> four_digits(s)
  end
  def local_of_utc(s), do: s |> naive() |> from_utc() |> four_digits(s)
  defp four_digits(n, s), do: if(n.year in 1..9999, do: fmt(n), else: s)
  def now_utc, do: fmt(NaiveDateTime.utc_now())
  def now, do: fmt(from_utc(NaiveDateTime.utc_now()))
  def day(s), do: binary_part(s, 0, 10)
  def iso_offset(s), do: String.replace(s, " ", "T") <> "+0#{offset_local(naive(s))}:00"
end

defmodule Cal.Slug do
  import Cal.Conf, only: [bug?: 1]
  def make(text) do
    text
    |> String.downcase()
    |> String.replace(["ß", "æ", "ø", "œ"], fn "ß" -> "ss"; "æ" -> "ae"; "ø" -> "o"; "œ" -> "oe" end)
    |> String.normalize(:nfd)
    |> String.replace(~r/\p{Mn}+/u, "")
    |> String.normalize(:nfc)
    |> String.replace(~r/['’]/u, "")
    |> String.replace(~r/[^\p{L}\p{N}_]+/u, "-")
    |> String.trim("-")
    |> String.slice(0, 190)
  end

  def unescape(s) do
    if bug?("slug-not-percent-decoded"), do: s, else: URI.decode(s)
  rescue
    _ -> s
  end
end
