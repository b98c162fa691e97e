/** A dropped folder arrives disguised as a file that cannot be read: it is left out. */
export function droppedFiles(transfer: DataTransfer): File[] {
  return [...transfer.items]
    .filter((item) => item.kind === 'file' && !item.webkitGetAsEntry()?.isDirectory)
    .map((item) => item.getAsFile())
    .filter((file) => file !== null)
}

/** Text pasted with a picture into a text field belongs to the field. */
export function isOverEditable(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('textarea, [contenteditable], input:not([type=file])') !== null
  )
}
