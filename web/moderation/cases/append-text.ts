/** Adds a paragraph at the end. */
export function appendText(field: HTMLTextAreaElement, text: string): void {
  const before = field.value.trimEnd()
  setFieldText(field, before === '' ? text : `${before}\n\n${text}`)
}

/** With the event that the length counter listens to. */
export function setFieldText(field: HTMLTextAreaElement, text: string): void {
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
