-- What wrk measured, as one line of JSON. Times are in microseconds there and in milliseconds here.
done = function(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format('{"requests":%d,"failed":%d,"seconds":%.4f,"p50":%.4f,"p99":%.4f}',
    summary.requests, errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
