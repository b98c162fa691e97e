import { expect, test } from 'vitest'

import { NOT_RUN, verdictOf } from './audit-verdict.mjs'

test.each([
  ['nothing', '', NOT_RUN],
  ['no JSON', '<html>proxy</html>', NOT_RUN],
  ['another error', '{"message":"405 Method Not Allowed","statusCode":405}', NOT_RUN],
  ['no holes', '{"metadata":{"vulnerabilities":{"high":0,"critical":0,"total":0}}}', 0],
  ['holes of low severity', '{"metadata":{"vulnerabilities":{"low":2,"high":0,"critical":0,"total":2}}}', 0],
  ['a hole of high severity', '{"metadata":{"vulnerabilities":{"high":1,"critical":0,"total":1}}}', 1],
])('a registry that answers %s passes, fails, or is told not to have answered', (_, text, code) => {
  expect(verdictOf(text)).toMatchObject({
    code,
    words: expect.stringMatching(code === NOT_RUN ? /^Not audited/ : /holes/),
  })
})
