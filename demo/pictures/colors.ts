/** Colours of an hour and a weather: sky from top to horizon, its light, and the land from far to near. */
export type Sky = {
  sky: readonly [top: string, middle: string, horizon: string]
  light: string
  land: readonly [far: string, middle: string, near: string, ground: string]
  isNight: boolean
}

export const skies: readonly Sky[] = [
  {
    sky: ['#2b2f4d', '#a4564a', '#f0b56c'],
    light: '#ffd78f',
    land: ['#7d4a48', '#4f3136', '#2f2228', '#1b1618'],
    isNight: false,
  },
  {
    sky: ['#0a1020', '#1d2a4a', '#46507a'],
    light: '#c9d8ff',
    land: ['#25304e', '#182037', '#0f1525', '#090c15'],
    isNight: true,
  },
  {
    sky: ['#3f6f8f', '#9fbfc4', '#f1dfb6'],
    light: '#fff3cf',
    land: ['#8a9a8e', '#5f7363', '#3d4d40', '#26302a'],
    isNight: false,
  },
  {
    sky: ['#16343f', '#3f7f80', '#e4c893'],
    light: '#ffe7b0',
    land: ['#3d6f70', '#285254', '#173638', '#0f2224'],
    isNight: false,
  },
  {
    sky: ['#231a3a', '#6d3f6f', '#e58b7a'],
    light: '#ffc6a0',
    land: ['#6a3d62', '#452a4d', '#2a1c36', '#191224'],
    isNight: false,
  },
  {
    sky: ['#26303a', '#56646d', '#aab3ae'],
    light: '#e6ebe2',
    land: ['#6c7a7c', '#47545a', '#2d373d', '#1c2328'],
    isNight: false,
  },
  {
    sky: ['#120c1f', '#33204a', '#8a3d63'],
    light: '#ff9cb0',
    land: ['#3f2450', '#28173a', '#180e26', '#0e0817'],
    isNight: true,
  },
  {
    sky: ['#58718d', '#b9a592', '#f7d9a6'],
    light: '#fff6dd',
    land: ['#a9714f', '#7d4e37', '#56382a', '#33221b'],
    isNight: false,
  },
]

/** Colours of a screen inside a game: its backdrop, the lights behind it, its panels and its accent. */
export type Theme = {
  backdrop: readonly [from: string, to: string]
  lights: readonly [string, string]
  panel: string
  raised: string
  line: string
  ink: string
  muted: string
  accent: string
  onAccent: string
}

export const themes: readonly Theme[] = [
  {
    backdrop: ['#33291b', '#14110d'],
    lights: ['#c89b4d', '#5b6f86'],
    panel: '#15120e',
    raised: '#241e16',
    line: '#4c4334',
    ink: '#f2e8d3',
    muted: '#8f836c',
    accent: '#d8b36a',
    onAccent: '#1d1710',
  },
  {
    backdrop: ['#15253a', '#0a0f16'],
    lights: ['#2f6fb0', '#7a3a4a'],
    panel: '#0c131d',
    raised: '#162334',
    line: '#2b3f58',
    ink: '#e8eef5',
    muted: '#7488a0',
    accent: '#5b9df0',
    onAccent: '#08131f',
  },
  {
    backdrop: ['#17322f', '#0b1413'],
    lights: ['#3f9a8a', '#c99a4a'],
    panel: '#0d1716',
    raised: '#172825',
    line: '#2c4a45',
    ink: '#e6f2ee',
    muted: '#77958d',
    accent: '#5fc7ae',
    onAccent: '#07130f',
  },
  {
    backdrop: ['#2c1d3a', '#110c18'],
    lights: ['#8a55b5', '#c9735a'],
    panel: '#150f1d',
    raised: '#261b33',
    line: '#463459',
    ink: '#f1e9f7',
    muted: '#8f7fa0',
    accent: '#c08be0',
    onAccent: '#160d1f',
  },
  {
    backdrop: ['#3a1f18', '#150e0c'],
    lights: ['#c9583a', '#c9a04d'],
    panel: '#18100d',
    raised: '#2a1b16',
    line: '#54372d',
    ink: '#f6e9e2',
    muted: '#9c8075',
    accent: '#ef7f5c',
    onAccent: '#1f0f0a',
  },
  {
    backdrop: ['#262c1a', '#10120b'],
    lights: ['#88a04a', '#b0784a'],
    panel: '#12150d',
    raised: '#20261a',
    line: '#3f4a2f',
    ink: '#eef2e0',
    muted: '#86906f',
    accent: '#a9c766',
    onAccent: '#11160a',
  },
  {
    backdrop: ['#2a2d33', '#101113'],
    lights: ['#8793a5', '#5a6475'],
    panel: '#131517',
    raised: '#22262b',
    line: '#3d434c',
    ink: '#eef0f3',
    muted: '#838b96',
    accent: '#e9e3d2',
    onAccent: '#16171a',
  },
  {
    backdrop: ['#3a1b2a', '#160b11'],
    lights: ['#c94a7d', '#6a5ab0'],
    panel: '#190f15',
    raised: '#2c1a24',
    line: '#573347',
    ink: '#f8e9f0',
    muted: '#a07f8d',
    accent: '#f08ab0',
    onAccent: '#200c15',
  },
]

/** Paints of cars and cloths. */
export const paints = [
  '#c7923f',
  '#a63f34',
  '#2f5f8f',
  '#4d6b4a',
  '#d9d2c2',
  '#2b2d31',
  '#6a4a86',
  '#c9743a',
  '#3f8a8a',
  '#8c95a0',
  '#b85a7a',
  '#7a8a3a',
] as const

export const cloths = [
  '#d9c7a0',
  '#7c8a72',
  '#a4533d',
  '#33475c',
  '#c9973f',
  '#57483a',
  '#8f9aa3',
  '#2f2c29',
  '#b98b74',
  '#5e6b52',
  '#7d5a86',
  '#c7c2b8',
] as const

/** A colour on the way from one to another: 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const channels = [0, 1, 2].map((index) => {
    const value = channel(from, index) + (channel(to, index) - channel(from, index)) * share
    return Math.round(value).toString(16).padStart(2, '0')
  })
  return `#${channels.join('')}`
}

export const lighter = (color: string, share: number) => mix(color, '#ffffff', share)
export const darker = (color: string, share: number) => mix(color, '#000000', share)

function channel(color: string, index: number): number {
  return Number.parseInt(color.slice(1 + index * 2, 3 + index * 2), 16)
}
