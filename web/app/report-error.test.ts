import { expect, test } from 'vitest'

import { isReportedError } from './report-error.ts'

const anyCall = 'GET /api/scripts'

test.each([
  ['a server error', anyCall, { status: 500, code: 'internal' }, true],
  ['an unavailable server', anyCall, { status: 503, code: 'unavailable' }, true],
  ['a gateway error', anyCall, { status: 502, code: 'unknown' }, true],
  ['an unknown status', anyCall, { status: 418, code: 'unknown' }, true],
  ['an unknown method', anyCall, { status: 405, code: 'method_not_allowed' }, true],
  ['no network', anyCall, { status: 0, code: 'network' }, false],
  ['invalid input', anyCall, { status: 400, code: 'validation' }, false],
  ['an expired link', anyCall, { status: 400, code: 'bad_request' }, false],
  ['an ended session', anyCall, { status: 401, code: 'unauthenticated' }, false],
  ['a missing permission', anyCall, { status: 403, code: 'forbidden' }, false],
  ['a deleted script', anyCall, { status: 404, code: 'not_found' }, false],
  ['a taken username', anyCall, { status: 409, code: 'conflict' }, false],
  ['a file that is too large', anyCall, { status: 413, code: 'too_large' }, false],
  ['too many calls', anyCall, { status: 429, code: 'unknown' }, false],
  ['a failed report', 'POST /api/activities', { status: 500, code: 'internal' }, false],
] as const)('whether %s is reported', (_, name, failure, isReported) =>
  expect(isReportedError(name, failure)).toBe(isReported),
)
