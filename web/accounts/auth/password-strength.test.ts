import { expect, test } from 'vitest'

import { passwordStrength, strengthNames } from './PasswordStrength.tsx'

test.each([
  ['', 'Too short'],
  ['a1B!x', 'Too short'],
  ['kestrel', 'Weak'],
  ['aaaaaaaaaaaaaaaa', 'Weak'],
  ['password-is-long-enough', 'Weak'],
  ['kestrel97', 'Fair'],
  ['Kestrel-97', 'Good'],
  ['four harmless garage doors', 'Strong'],
])('"%s" is %s', (password, expected) => expect(strengthNames[passwordStrength(password)]).toBe(expected))
