import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** The icons that pictures use; loaded by name, for the whole set is 1,700 modules. */
const names = [
  'anchor',
  'armchair',
  'backpack',
  'bandage',
  'banknote',
  'bath',
  'battery-charging',
  'bed-double',
  'beer',
  'bell',
  'bike',
  'box',
  'briefcase',
  'bus',
  'camera',
  'car',
  'car-front',
  'cloud-rain',
  'cloud-sun',
  'coffee',
  'compass',
  'cpu',
  'crown',
  'database',
  'door-closed',
  'drill',
  'droplets',
  'dumbbell',
  'file-code',
  'fish',
  'flame',
  'flashlight',
  'fuel',
  'gamepad-2',
  'gauge',
  'gem',
  'glasses',
  'hammer',
  'headphones',
  'heart',
  'house',
  'key',
  'lamp',
  'leaf',
  'lock',
  'mail',
  'map-pin',
  'mic',
  'moon',
  'music',
  'package',
  'phone',
  'pickaxe',
  'pill',
  'plane',
  'plug',
  'radio',
  'refrigerator',
  'sandwich',
  'scissors',
  'server',
  'settings',
  'shield',
  'ship',
  'shirt',
  'shopping-bag',
  'siren',
  'smartphone',
  'snowflake',
  'sofa',
  'star',
  'stethoscope',
  'store',
  'sun',
  'target',
  'terminal',
  'tractor',
  'trees',
  'trophy',
  'truck',
  'tv',
  'user',
  'users',
  'utensils',
  'wallet',
  'wifi',
  'wind',
  'wrench',
  'zap',
] as const
export type IconName = (typeof names)[number]

const icons = new Map(
  await Promise.all(
    names.map(async (name) => {
      const loaded: typeof import('lucide-react/icons/car') = await import(`lucide-react/icons/${name}`)
      return [name, loaded.default] as const
    }),
  ),
)

/** An icon in a square of `size` whose middle is at x, y. */
export function icon(
  name: IconName,
  x: number,
  y: number,
  size: number,
  color: string,
  { thickness = 1.8, fill = 'none', opacity = 1 } = {},
): string {
  const drawing = icons.get(name)
  if (!drawing) throw new Error(`There is no icon ${name}`)
  const place = { x: x - size / 2, y: y - size / 2, size }
  return renderToStaticMarkup(
    createElement(drawing, { ...place, color, strokeWidth: thickness, fill, opacity }),
  )
}
