import { line, path, rect, repeat, type Canvas } from './canvas.ts'
import { darker, lighter } from './colors.ts'

export const metals = ['#5b6068', '#4a4d47', '#6a5f52', '#3d4148'] as const

export const grips = ['#2b2622', '#5a4330', '#38402f', '#242a33'] as const

/** A carbine from its side, muzzle to the right, in a box of 700 by 220 around 0, 0. */
export function carbine(
  canvas: Canvas,
  metal: string,
  grip: string,
  extras: { scope: boolean; long: boolean },
): string {
  const shade = canvas.gradient([
    [0, lighter(metal, 0.3)],
    [0.5, metal],
    [1, darker(metal, 0.5)],
  ])
  const barrel = extras.long ? 330 : 280
  return (
    rect(150, -22, barrel - 150, 14, darker(metal, 0.3), 4) +
    rect(barrel - 6, -30, 52, 30, shade, 6) +
    repeat(4, (index) => rect(barrel + 2 + index * 11, -24, 5, 18, darker(metal, 0.6))) +
    path('M-130 -44H170L196 -30V6L150 22H-60L-130 22Z', shade) +
    path('M40 -34H200V12H60Z', grip) +
    repeat(7, (index) => rect(64 + index * 19, -22, 10, 22, darker(grip, 0.45), 4)) +
    path(
      'M-130 -40L-200 -30L-330 -34C-342 -34 -346 -24 -344 -12L-334 60C-332 72 -320 74 -306 70L-210 14L-130 12Z',
      grip,
    ) +
    path('M-96 20H-46L-66 100C-70 112 -80 116 -92 112L-116 104C-126 100 -126 92 -122 84Z', grip) +
    path('M-6 22H50L66 128C66 138 60 142 50 142H8C0 142 -4 136 -4 128Z', darker(metal, 0.25)) +
    repeat(4, (index) => rect(4 + index * 2.4, 44 + index * 24, 48, 4, darker(metal, 0.6), 2)) +
    line('M-44 24q4 34 40 26', darker(metal, 0.3), 7) +
    rect(-120, -54, 300, 10, darker(metal, 0.35), 2) +
    repeat(14, (index) => rect(-114 + index * 21, -58, 10, 6, darker(metal, 0.5))) +
    (extras.scope
      ? rect(-70, -102, 190, 34, shade, 14) +
        rect(-88, -112, 44, 54, darker(metal, 0.2), 8) +
        rect(100, -110, 50, 50, darker(metal, 0.2), 8) +
        rect(-30, -70, 24, 18, darker(metal, 0.5)) +
        rect(60, -70, 24, 18, darker(metal, 0.5)) +
        rect(6, -118, 28, 20, darker(metal, 0.4), 4)
      : rect(120, -74, 10, 24, darker(metal, 0.5), 2) + rect(-100, -72, 26, 20, darker(metal, 0.5), 3))
  )
}

/** A pistol from its side, muzzle to the right, in a box of 260 by 180 around 0, 0. */
export function pistol(canvas: Canvas, metal: string, grip: string): string {
  const shade = canvas.gradient([
    [0, lighter(metal, 0.35)],
    [0.6, metal],
    [1, darker(metal, 0.4)],
  ])
  return (
    path('M-120 -62H118C124 -62 126 -58 126 -52V-14H-126V-50C-126 -58 -124 -62 -120 -62Z', shade) +
    path('M-126 -14H110L100 8H-30L-44 30H-96Z', darker(metal, 0.35)) +
    path('M-124 -4L-50 -4L-74 96C-76 104 -82 108 -90 106L-146 96C-154 94 -156 88 -154 80Z', grip) +
    repeat(6, (index) => line(`M${-118 - index * 4} ${18 + index * 13}h44`, darker(grip, 0.4), 3)) +
    line('M-46 12q2 38 44 30q22 -4 22 -34', darker(metal, 0.35), 8) +
    repeat(6, (index) => rect(-112 + index * 10, -56, 4, 30, darker(metal, 0.45))) +
    rect(104, -72, 12, 10, darker(metal, 0.4)) +
    rect(-116, -72, 20, 10, darker(metal, 0.4)) +
    rect(10, -50, 50, 20, darker(metal, 0.5), 3)
  )
}
