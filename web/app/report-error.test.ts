import { expect, test } from 'vitest'

import { isProgramFault } from './report-error.ts'

const anyCall = 'GET /api/scripts'

test.each([
  ['a server that fails', anyCall, { status: 500, code: 'internal' }, true],
  ['a server that is away', anyCall, { status: 503, code: 'unavailable' }, true],
  ['a gateway that answers for it', anyCall, { status: 502, code: 'unknown' }, true],
  ['an answer of nobody we know', anyCall, { status: 418, code: 'unknown' }, true],
  ['a call that does not exist', anyCall, { status: 405, code: 'method_not_allowed' }, true],
  ['no network', anyCall, { status: 0, code: 'network' }, false],
  ['a wrong entry', anyCall, { status: 400, code: 'validation' }, false],
  ['a dead link', anyCall, { status: 400, code: 'bad_request' }, false],
  ['an ended session', anyCall, { status: 401, code: 'unauthenticated' }, false],
  ['a missing permission', anyCall, { status: 403, code: 'forbidden' }, false],
  ['a script that is gone', anyCall, { status: 404, code: 'not_found' }, false],
  ['a taken name', anyCall, { status: 409, code: 'conflict' }, false],
  ['a large file', anyCall, { status: 413, code: 'too_large' }, false],
  ['too many calls', anyCall, { status: 429, code: 'unknown' }, false],
  ['a report that fails', 'POST /api/activities', { status: 500, code: 'internal' }, false],
] as const)('%s', (_, name, failure, isReported) => expect(isProgramFault(name, failure)).toBe(isReported))
