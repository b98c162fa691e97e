-- Requests the paths after the URL in turn and prints the results as a line of JSON. With BENCH_CLIENTS the requests
-- claim that many client IPs. wrk gives times in microseconds.
local requests = {}
local count = 0

function init(paths)
  local clients = tonumber(os.getenv('BENCH_CLIENTS') or '0')
  if #paths == 0 then paths = { wrk.path } end
  for number = 1, math.max(#paths, clients) do
    local headers = {}
    for name, value in pairs(wrk.headers) do headers[name] = value end
    if clients > 0 then
      headers['x-forwarded-for'] = string.format('10.1.%d.%d', math.floor(number / 256) % 256, number % 256)
    end
    requests[number] = wrk.format('GET', paths[(number - 1) % #paths + 1], headers)
  end
end

function request()
  count = count + 1
  return requests[(count - 1) % #requests + 1]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"requests":%d,"failed":%d,"seconds":%.4f,"p50":%.4f,"p99":%.4f}',
    summary.requests, errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
