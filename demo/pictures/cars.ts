import { circle, glow, group, line, path, repeat, type Canvas } from './canvas.ts'
import { darker, lighter } from './colors.ts'

/** The lower edge of every body, wheel arches included, from the nose back to the tail. */
const sill = 'C1102 524 1090 528 1072 528L1022 528A78 78 0 0 0 866 528L452 528A78 78 0 0 0 296 528L212 528'

type Body = { outline: string; glass: string; seams: string }

const bodies = {
  coupe: {
    outline: `M188 505C190 462 214 446 268 436C330 424 372 414 430 384C492 352 560 334 660 334C760 334 838 356 906 400C968 410 1040 420 1076 444C1102 462 1108 486 1104 512${sill}C194 528 186 520 188 505Z`,
    glass:
      'M446 398C504 362 570 352 652 352V414L424 420C420 412 430 406 446 398ZM672 352C752 352 812 368 868 404L846 412L672 414Z',
    seams: 'M660 418V520M500 444h44M610 470h34',
  },
  sedan: {
    outline: `M182 505C182 458 200 436 258 428L330 420C370 372 420 330 520 320C640 310 740 318 806 348C844 366 876 388 902 408C970 414 1040 424 1078 446C1102 462 1108 486 1104 512${sill}C190 528 182 520 182 505Z`,
    glass:
      'M392 412C426 370 468 346 528 340L600 336V412ZM620 336C700 334 760 342 800 362C822 374 842 390 856 408L620 412Z',
    seams: 'M610 416V520M420 430V510M770 420q20 40 4 100M560 446h36M730 446h36',
  },
  suv: {
    outline: `M180 505C180 440 196 400 232 384L300 300C312 284 330 276 352 276L770 276C800 276 824 288 846 312L920 388C1000 396 1070 410 1092 440C1104 462 1106 490 1102 512${sill}C190 528 180 520 180 505Z`,
    glass: 'M324 306L352 300H530V384H268ZM550 300H762C784 300 800 310 816 326L868 384H550Z',
    seams: 'M540 388V520M760 388q24 50 4 132M500 420h34M716 420h34M250 262H760',
  },
  van: {
    outline: `M170 505V250C170 232 184 220 204 220H800C830 220 850 232 868 256L960 380C1040 392 1090 408 1100 446C1106 470 1106 496 1102 512${sill}C184 528 170 520 170 505Z`,
    glass: 'M712 258H792C812 258 824 264 836 280L906 376H712Z',
    seams: 'M690 240V520M440 240V500M200 400H680M650 400h34M720 400V520',
  },
  pickup: {
    outline: `M180 505V420C180 408 188 402 200 402H520V318C520 300 532 288 552 286L730 284C760 284 784 296 806 320L872 396C960 402 1060 412 1088 440C1104 460 1106 490 1102 512${sill}C190 528 180 520 180 505Z`,
    glass: 'M546 310L560 306H640V390H546ZM660 306H730C752 306 770 314 786 332L836 390H660Z',
    seams: 'M650 396V520M524 402V520M780 400q18 60 2 120M610 430h32M200 422H510',
  },
} as const satisfies Record<string, Body>

const bodyNames = ['coupe', 'sedan', 'suv', 'van', 'pickup'] as const
type BodyName = (typeof bodyNames)[number]

/** Words that say which body a car has; the first that fits wins. */
const bodyWords: readonly [RegExp, BodyName][] = [
  [/van|camper|ambulance|bus\b|delivery|courier/, 'van'],
  [/pickup|truck|4x4|tow|tractor|hauling|buggy/, 'pickup'],
  [/coupe|roadster|convertible|\bgt\b|sport|racing/, 'coupe'],
  [/estate|wagon|patrol|off-?road|rally|hatch/, 'suv'],
  [/saloon|limousine|taxi|chauffeur|classic|luxury/, 'sedan'],
]

function bodyFor({ subject, random }: Canvas): BodyName {
  return bodyWords.find(([words]) => words.test(subject))?.[1] ?? random.pick(bodyNames)
}

/** A car from its side, nose to the right, wheels on y = 596; about 900 wide. */
export function carFromSide(
  canvas: Canvas,
  paint: string,
  options: { rim: string; stripe?: string },
): string {
  const { gradient, inside } = canvas
  const { outline, glass, seams } = bodies[bodyFor(canvas)]
  const shade = gradient([
    [0, lighter(paint, 0.35)],
    [0.34, paint],
    [0.66, darker(paint, 0.5)],
    [1, darker(paint, 0.8)],
  ])
  const window = gradient(
    [
      [0, '#93a7b5'],
      [0.5, '#27313a'],
      [1, '#0e1215'],
    ],
    [0, 0, 0.6, 1],
  )
  const decoration = options.stripe
    ? inside(
        path(outline, '#fff'),
        line('M150 500C420 440 700 470 1130 410', options.stripe, 16) +
          line('M150 526C420 470 720 498 1130 442', options.stripe, 6),
      )
    : ''
  return (
    path(outline, shade) +
    decoration +
    path(glass, window) +
    line('M210 470C420 444 820 434 1090 466', lighter(paint, 0.6), 3, 'opacity=".5"') +
    line(seams, darker(paint, 0.75), 3, 'opacity=".75"') +
    path('M1048 448L1096 458L1102 482L1060 474Z', '#fff3cf') +
    path('M186 462L240 452L238 476L184 486Z', '#ff4a37') +
    wheel(374, 530, 66, options.rim) +
    wheel(944, 530, 66, options.rim)
  )
}

export function wheel(x: number, y: number, radius: number, rim: string, spokes = 5): string {
  const inner = radius * 0.7
  return (
    circle(x, y, radius, '#0a0908') +
    circle(x, y, inner, '#24211d') +
    circle(x, y, inner, 'none', `stroke="${rim}" stroke-width="${radius * 0.07}"`) +
    repeat(spokes, (index) =>
      group(
        `rotate(${(index * 360) / spokes} ${x} ${y})`,
        line(
          `M${x} ${y}L${x - inner * 0.16} ${y - inner * 0.94}M${x} ${y}L${x + inner * 0.16} ${y - inner * 0.94}`,
          rim,
          radius * 0.08,
        ),
      ),
    ) +
    circle(x, y, radius * 0.16, darker(rim, 0.4))
  )
}

/** A car from above, nose up, in a box of 200 by 420 around 0, 0. */
export function carFromAbove(canvas: Canvas, paint: string, livery: string): string {
  const outline =
    'M-78 -150C-78 -196 -48 -206 0 -206C48 -206 78 -196 78 -150L82 40L76 168C74 198 44 206 0 206C-44 206 -74 198 -76 168L-82 40Z'
  const shade = canvas.gradient(
    [
      [0, darker(paint, 0.35)],
      [0.25, lighter(paint, 0.12)],
      [0.75, lighter(paint, 0.12)],
      [1, darker(paint, 0.35)],
    ],
    [0, 0, 1, 0],
  )
  return (
    glow(canvas, 0, 10, 140, 250, '#000000', 0.6) +
    path('M-96 -96q8 -16 18 -10v26zM96 -96q-8 -16 -18 -10v26z', darker(paint, 0.4)) +
    path(outline, shade) +
    canvas.inside(path(outline, '#fff'), livery) +
    path('M-64 -92C-40 -112 40 -112 64 -92L54 -40H-54Z', '#1b2228') +
    path('M-56 96H56L62 138C40 152 -40 152 -62 138Z', '#1b2228') +
    path('M-66 -82L-58 -34V84L-68 122ZM66 -82L58 -34V84L68 122Z', '#262f36') +
    path('M-70 -178q10 -16 30 -16l-6 14zM70 -178q-10 -16 -30 -16l6 14z', '#fff3cf') +
    path('M-72 190q20 10 34 8v-8zM72 190q-20 10 -34 8v-8z', '#ff4a37')
  )
}
