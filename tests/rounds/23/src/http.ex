defmodule Cal.Http do
  @moduledoc "HTTP/1.1 over gen_tcp: one process per connection, keep-alive."
  import Cal.Conf, only: [bug?: 1]
  @max_body 4_000_000

  def listen(port) do
    {:ok, l} = :gen_tcp.listen(port, [:binary, active: false, packet: :http_bin, reuseaddr: true,
      nodelay: true, backlog: 512, ip: {127, 0, 0, 1}, packet_size: 65536, buffer: 65536])
    for _ <- 1..4, do: spawn_link(fn -> accept(l) end)
    IO.puts("listening on 127.0.0.1:#{port}")
  end

  defp accept(l) do
    case :gen_tcp.accept(l) do
      {:ok, s} ->
        pid = spawn(fn -> receive do :go -> serve(s) end end)
        :gen_tcp.controlling_process(s, pid)
        send(pid, :go)
      _ -> :ok
    end
    accept(l)
  end

  defp serve(s) do
    :inet.setopts(s, packet: :http_bin)
    case :gen_tcp.recv(s, 0, 120_000) do
      {:ok, {:http_request, method, uri, ver}} ->
        target = case uri do
          {:abs_path, p} -> p
          {:absoluteURI, _, _, _, p} -> p
          :* -> "*"
          _ -> "/"
        end
        case headers(s, %{}, 0) do
          {:ok, h} -> handle(s, to_string(method), target, ver, h)
          _ -> fail(s, 400)
        end
      {:ok, {:http_error, "\r\n"}} -> serve(s)
      {:ok, {:http_error, _}} -> fail(s, 400)
      {:error, :emsgsize} -> fail(s, 414)
      _ -> :gen_tcp.close(s)
    end
  end

  defp headers(_s, _h, n) when n > 200, do: :error
  defp headers(s, h, n) do
    case :gen_tcp.recv(s, 0, 30_000) do
      {:ok, {:http_header, _, k, _, v}} ->
        headers(s, Map.update(h, String.downcase(to_string(k)), v, &(&1 <> ", " <> v)), n + 1)
      {:ok, :http_eoh} -> {:ok, h}
      _ -> :error
    end
  end

  defp handle(s, method, target, ver, h) do
    :inet.setopts(s, packet: :raw)
    if String.downcase(h["expect"] || "") == "100-continue", do: :gen_tcp.send(s, "HTTP/1.1 100 Continue\r\n\r\n")
    case body(s, h) do
      {:ok, body} ->
        req = %{method: method, target: target, headers: h, body: body}
        {status, hdrs, out} =
          try do
            Cal.Router.call(req)
          rescue
            e ->
              IO.puts(:stderr, Exception.format(:error, e, __STACKTRACE__))
              {500, [{"content-type", "application/json"}], ~s({"code":"internal_error","message":"Internal error"})}
          catch
            :exit, why ->
              IO.puts(:stderr, "Error: exit " <> inspect(why))
              {500, [{"content-type", "application/json"}], ~s({"code":"internal_error","message":"Internal error"})}
          end
        conn = String.downcase(h["connection"] || "")
        keep = if ver == {1, 1}, do: conn != "close", else: conn == "keep-alive"
        :gen_tcp.send(s, render(method, status, hdrs, out, keep))
        if keep, do: serve(s), else: :gen_tcp.close(s)
      {:error, code} -> fail(s, code)
    end
  end

  defp body(s, h) do
    cond do
      String.contains?(String.downcase(h["transfer-encoding"] || ""), "chunked") ->
        r = chunks(s, [], 0)
        if bug?("chunked-body-ignored") and match?({:ok, _}, r), do: {:ok, ""}, else: r
      h["content-length"] in [nil, "0"] -> {:ok, ""}
      true ->
        case Integer.parse(h["content-length"]) do
          {n, ""} when n >= 0 and n <= @max_body -> :gen_tcp.recv(s, n, 30_000)
          {n, ""} when n > @max_body -> {:error, 413}
          _ -> {:error, 400}
        end
    end
    |> case do
      {:ok, b} -> {:ok, b}
      {:error, c} when is_integer(c) -> {:error, c}
      _ -> {:error, 400}
    end
  end

  defp chunks(s, acc, size) do
    :inet.setopts(s, packet: :line)
    with {:ok, line} <- :gen_tcp.recv(s, 0, 30_000),
         {n, _} when n >= 0 <- Integer.parse(String.trim(line), 16),
         true <- size + n <= @max_body do
      if n == 0 do
        trailers(s)
        {:ok, IO.iodata_to_binary(Enum.reverse(acc))}
      else
        :inet.setopts(s, packet: :raw)
        with {:ok, data} <- :gen_tcp.recv(s, n, 30_000), {:ok, "\r\n"} <- :gen_tcp.recv(s, 2, 30_000) do
          chunks(s, [data | acc], size + n)
        end
      end
    else
      _ -> {:error, 400}
    end
  end

  defp trailers(s) do
    case :gen_tcp.recv(s, 0, 30_000) do
      {:ok, l} when l in ["\r\n", "\n"] -> :ok
      {:ok, _} -> trailers(s)
      _ -> :ok
    end
  end

  @reasons %{200 => "OK", 201 => "Created", 204 => "No Content", 304 => "Not Modified", 400 => "Bad Request",
    401 => "Unauthorized", 403 => "Forbidden", 404 => "Not Found", 405 => "Method Not Allowed", 409 => "Conflict",
    410 => "Gone", 412 => "Precondition Failed", 413 => "Content Too Large", 414 => "URI Too Long",
    415 => "Unsupported Media Type", 422 => "Unprocessable Content", 500 => "Internal Server Error"}

  defp render(method, status, hdrs, out, keep) do
    len = if bug?("content-length-in-characters"), do: String.length(out), else: byte_size(out)
    out = if bug?("content-length-in-characters"), do: binary_part(out, 0, len), else: out
    no_body = status in [204, 304]
    hdrs = if no_body, do: hdrs, else: hdrs ++ [{"content-length", Integer.to_string(len)}]
    hdrs = [{"date", date()}, {"server", "agenda"} | hdrs] ++ [{"connection", if(keep, do: "keep-alive", else: "close")}]
    send_body = not no_body and (method != "HEAD" or bug?("head-sends-the-body"))
    ["HTTP/1.1 ", Integer.to_string(status), " ", @reasons[status] || "Status", "\r\n",
     Enum.map(hdrs, fn {k, v} -> [k, ": ", v, "\r\n"] end), "\r\n", if(send_body, do: out, else: "")]
  end

  defp date, do: :httpd_util_date.rfc1123()

  defp fail(s, code) do
    :inet.setopts(s, packet: :raw)
    :gen_tcp.send(s, render("GET", code, [{"content-type", "application/json"}], ~s({"code":"bad_request","message":"Bad request"}), false))
    :gen_tcp.close(s)
  end
end

defmodule :httpd_util_date do
  def rfc1123, do: Calendar.strftime(NaiveDateTime.utc_now(), "%a, %d %b %Y %H:%M:%S GMT")
end
