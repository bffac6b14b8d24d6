defmodule Cal.Json do
  @moduledoc "Small JSON codec. Objects that must keep their order are {:obj, pairs}."

  def encode(x), do: IO.iodata_to_binary(enc(x))

  defp enc(nil), do: "null"
  defp enc(true), do: "true"
  defp enc(false), do: "false"
  defp enc(i) when is_integer(i), do: Integer.to_string(i)
  defp enc(f) when is_float(f), do: :erlang.float_to_binary(f, [:short])
  defp enc(s) when is_binary(s), do: [?", esc(s), ?"]
  defp enc(a) when is_atom(a), do: enc(Atom.to_string(a))
  defp enc(l) when is_list(l), do: [?[, Enum.intersperse(Enum.map(l, &enc/1), ?,), ?]]
  defp enc({:obj, pairs}),
    do: [?{, Enum.intersperse(Enum.map(pairs, fn {k, v} -> [enc(to_string(k)), ?:, enc(v)] end), ?,), ?}]
  defp enc(m) when is_map(m), do: enc({:obj, Enum.sort(Map.to_list(m))})

  defp esc(s), do: for(<<c::utf8 <- s>>, into: "", do: ch(c))
  defp ch(?"), do: "\\\""
  defp ch(?\\), do: "\\\\"
  defp ch(?\n), do: "\\n"
  defp ch(?\r), do: "\\r"
  defp ch(?\t), do: "\\t"
  defp ch(c) when c < 32, do: "\\u" <> String.pad_leading(Integer.to_string(c, 16), 4, "0")
  defp ch(c), do: <<c::utf8>>

  def decode(bin) do
    if String.valid?(bin) do
      try do
        {v, rest} = val(ws(bin))
        if ws(rest) == "", do: {:ok, v}, else: :error
      catch
        :throw, :bad -> :error
      end
    else
      :error
    end
  end

  defp ws(<<c, r::binary>>) when c in [32, 9, 10, 13], do: ws(r)
  defp ws(b), do: b

  defp val("null" <> r), do: {nil, r}
  defp val("true" <> r), do: {true, r}
  defp val("false" <> r), do: {false, r}
  defp val(<<?", r::binary>>), do: str(r, [])
  defp val(<<?[, r::binary>>) do
    case ws(r) do
      <<?], r::binary>> -> {[], r}
      r -> arr(r, [])
    end
  end
  defp val(<<?{, r::binary>>) do
    case ws(r) do
      <<?}, r::binary>> -> {%{}, r}
      r -> obj(r, %{})
    end
  end
  defp val(b) do
    case Regex.run(~r/\A-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/, b) do
      nil -> throw(:bad)
      [t] -> {String.to_integer(t), binary_part(b, byte_size(t), byte_size(b) - byte_size(t))}
      [t | _] -> {float(t), binary_part(b, byte_size(t), byte_size(b) - byte_size(t))}
    end
  end

  defp float(t) do
    case Float.parse(t) do
      {f, ""} -> f
      _ -> throw(:bad)
    end
  rescue
    _ -> throw(:bad)
  end

  defp arr(b, acc) do
    {v, r} = val(b)
    case ws(r) do
      <<?,, r::binary>> -> arr(ws(r), [v | acc])
      <<?], r::binary>> -> {Enum.reverse([v | acc]), r}
      _ -> throw(:bad)
    end
  end

  defp obj(<<?", b::binary>>, acc) do
    {k, r} = str(b, [])
    case ws(r) do
      <<?:, r::binary>> ->
        {v, r} = val(ws(r))
        acc = Map.put(acc, k, v)
        case ws(r) do
          <<?,, r::binary>> -> obj(ws(r), acc)
          <<?}, r::binary>> -> {acc, r}
          _ -> throw(:bad)
        end
      _ -> throw(:bad)
    end
  end
  defp obj(_, _), do: throw(:bad)

  defp str(<<?", r::binary>>, acc), do: {IO.iodata_to_binary(Enum.reverse(acc)), r}
  defp str(<<?\\, ?u, h::binary-size(4), r::binary>>, acc) do
    c = hex(h)
    cond do
      c in 0xD800..0xDBFF ->
        case r do
          <<?\\, ?u, l::binary-size(4), r2::binary>> ->
            lo = hex(l)
            if lo in 0xDC00..0xDFFF do
              str(r2, [<<0x10000 + (c - 0xD800) * 0x400 + (lo - 0xDC00)::utf8>> | acc])
            else
              throw(:bad)
            end
          _ -> throw(:bad)
        end
      c in 0xDC00..0xDFFF -> throw(:bad)
      true -> str(r, [<<c::utf8>> | acc])
    end
  end
  defp str(<<?\\, c, r::binary>>, acc) do
    x = case c do
      ?n -> "\n"
      ?t -> "\t"
      ?r -> "\r"
      ?b -> "\b"
      ?f -> "\f"
      c when c in [?", ?\\, ?/] -> <<c>>
      _ -> throw(:bad)
    end
    str(r, [x | acc])
  end
  defp str(<<c, _::binary>>, _) when c < 32, do: throw(:bad)
  defp str(<<c::utf8, r::binary>>, acc), do: str(r, [<<c::utf8>> | acc])
  defp str(_, _), do: throw(:bad)

  defp hex(h) do
    case Integer.parse(h, 16) do
      {n, ""} when n >= 0 -> n
      _ -> throw(:bad)
    end
  end
end
