import { expect, test } from 'vitest'

import { avatarColor, avatarInitial, avatarInk } from './Avatar.tsx'

const names = Array.from({ length: 500 }, (_, index) => `player${index}`)

test('names that differ in case have the same color', () => {
  expect(avatarColor('Kestrel')).toBe(avatarColor('kestrel'))
})

test('names are spread over the palette', () => {
  expect(new Set(names.map(avatarColor)).size).toBe(10)
})

test('the initial is readable on every colour of the palette', () => {
  for (const color of new Set(names.map(avatarColor)))
    expect(contrast(color, avatarInk)).toBeGreaterThanOrEqual(7)
})

test.each([
  ['kestrel', 'K'],
  ['  östen', 'Ö'],
  ['🦊fox', '🦊'],
  ['', '?'],
])('the initial of "%s" is %s', (name, initial) => expect(avatarInitial(name)).toBe(initial))

function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
