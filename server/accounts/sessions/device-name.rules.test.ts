import { expect, test } from 'vitest'

import { deviceName } from './sessions.ts'

const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const google = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0'

test.each([
  ['Firefox on Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'],
  ['Chrome on macOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${google} Safari/537.36`],
  ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${google} Safari/537.36 Edg/148.0.0.0`],
  ['Opera on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${google} Safari/537.36 OPR/120.0.0.0`],
  [
    'Safari on iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${apple} Version/26.0 Mobile/15E148 Safari/604.1`,
  ],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 16; Pixel 10) ${google} Mobile Safari/537.36`],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${google} Safari/537.36`],
  [
    'Chrome on Linux',
    `Mozilla/5.0 (X11; Linux x86_64) ${google.replace('Chrome', 'HeadlessChrome')} Safari/537.36`,
  ],
  ['Unknown device', 'curl/8.5.0'],
  ['Unknown device', ''],
])('%s is %s', (name, userAgent) => expect(deviceName(userAgent)).toBe(name))
