import { expect, test } from 'vitest'

import { NOT_RUN, parseAudit } from './parse-audit.mjs'

test.each([
  ['nothing', '', NOT_RUN],
  ['no JSON', '<html>proxy</html>', NOT_RUN],
  ['another error', '{"message":"405 Method Not Allowed","statusCode":405}', NOT_RUN],
  ['no vulnerabilities', '{"metadata":{"vulnerabilities":{"high":0,"critical":0,"total":0}}}', 0],
  [
    'vulnerabilities of low severity',
    '{"metadata":{"vulnerabilities":{"low":2,"high":0,"critical":0,"total":2}}}',
    0,
  ],
  [
    'a vulnerability of high severity',
    '{"metadata":{"vulnerabilities":{"high":1,"critical":0,"total":1}}}',
    1,
  ],
])('the output %s means passed, failed or not run', (_, text, code) => {
  expect(parseAudit(text)).toMatchObject({
    code,
    message: expect.stringMatching(code === NOT_RUN ? /^Not audited/ : /vulnerabilities/),
  })
})
