import { readableNameStyle } from '#contract/access/readable-name-style.ts'

/** The CSS of a name as it is shown: its font, if it has one, and its properties, which may set another font. */
export function styleDeclarations({
  css_properties,
  font_family,
}: {
  css_properties: string
  font_family: string
}): string {
  return readableNameStyle(
    font_family === 'default' ? css_properties : `font-family: "${font_family}"; ${css_properties}`,
  )
}
