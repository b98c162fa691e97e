import { expect, test } from 'vitest'

import { avatarProblem } from './use-avatar-choice.ts'

const megabyte = 1024 * 1024

test.each([
  ['a JPEG', { type: 'image/jpeg', size: megabyte }, undefined],
  ['a PNG', { type: 'image/png', size: megabyte }, undefined],
  ['a GIF', { type: 'image/gif', size: megabyte }, undefined],
  ['a WebP just under the limit', { type: 'image/webp', size: 10 * megabyte - 1 }, undefined],
  ['10 MB', { type: 'image/png', size: 10 * megabyte }, 'Avatar image must be less than 10MB'],
  ['an SVG', { type: 'image/svg+xml', size: 100 }, 'Avatar must be JPEG, PNG, GIF, or WebP'],
  ['a file without a type', { type: '', size: 100 }, 'Avatar must be JPEG, PNG, GIF, or WebP'],
])('%s', (_, file, problem) => expect(avatarProblem(file)).toBe(problem))
