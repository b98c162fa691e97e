const taupe = '#ad9c7e'
const hexColor = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/** A stored colour is written into a style attribute, so only a plain hex colour passes; anything else is taupe. */
export function tintOf(color: string | null | undefined): string {
  return color && hexColor.test(color) ? color : taupe
}
