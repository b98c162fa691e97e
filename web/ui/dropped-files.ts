/** Without folders, which DataTransfer lists as unreadable files. */
export function droppedFiles(transfer: DataTransfer): File[] {
  return [...transfer.items]
    .filter((item) => item.kind === 'file' && !item.webkitGetAsEntry()?.isDirectory)
    .map((item) => item.getAsFile())
    .filter((file) => file !== null)
}

/** A paste into a text field belongs to the field. */
export function isOverEditable(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('textarea, [contenteditable], input:not([type=file])') !== null
  )
}
