import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { catalogue } from '../catalogue.ts'
import { draw } from './canvas.ts'
import { openPainter, type Painter } from './painter.ts'
import { scenes, scenesOf, wordsOf } from './scenes.ts'

let painter: Painter
beforeAll(() => {
  painter = openPainter()
})
afterAll(() => painter.close())

test.each(Object.entries(scenes))(
  '%s draws the same for the same order, and else for another',
  (_, scene) => {
    const drawing = draw(scene, { subject: 'one', variation: 1 })

    expect(draw(scene, { subject: 'one', variation: 1 })).toBe(drawing)
    expect(draw(scene, { subject: 'other', variation: 4 })).not.toBe(drawing)
    expect(drawing).not.toMatch(/NaN|undefined|Infinity/)
  },
)

test('no picture needs a font', () => {
  for (const scene of Object.values(scenes))
    expect(draw(scene, { subject: 'font', variation: 2 })).not.toContain('<text')
})

test('every category has at least five scenes to show, and all of them have words to be found by', () => {
  for (const list of Object.values(scenesOf)) expect(new Set(list).size).toBeGreaterThanOrEqual(5)
  for (const name of Object.values(scenesOf).flat()) expect(wordsOf[name]).toMatch(/\w+ \w+/)
})

test.each([
  ['an ordinary cover', 1600, 900],
  ['a tiny one', 64, 48],
  ['a portrait', 810, 1440],
])('%s comes in the size and format that were ordered', async (_, width, height) => {
  const order = catalogue.find(({ cover }) => cover.width === width)?.cover
  if (!order) throw new Error('The catalogue orders no such picture')

  const found = await sharp(await painter.paint(order)).metadata()

  expect(found).toMatchObject({ width, height, format: order.format })
})
