import { Dialog } from '#web/ui/Dialog.tsx'

const groups: readonly { title: string; keys: readonly [keys: string, meaning: string][] }[] = [
  {
    title: 'Queue',
    keys: [
      ['J', 'Next case'],
      ['K', 'Previous case'],
      ['Enter', 'Open the focused case, or the first one'],
    ],
  },
  {
    title: 'Case',
    keys: [
      ['J', 'Next case of the queue'],
      ['K', 'Previous case of the queue'],
      ['U', 'Back to the queue'],
      ['P', 'Publish a review right away; with a high-severity finding press P twice'],
      ['R', 'Reject a review: write the response'],
      ['D', 'Dismiss a report, or deny an appeal or a notice'],
      ['W', 'Warn the author'],
      ['V', 'Withdraw the version'],
      ['H', 'Hide the script, or take it down'],
      ['B', 'Ban the member'],
      ['G', 'Grant an appeal, or restore what was taken down'],
      ['1 … 9', 'Insert a saved reply and choose its decision; inside the field press Alt too'],
      ['Shift 1 … 9', 'Send a saved reply with its decision right away'],
      ['M', 'Write a message'],
      ['Ctrl Enter', 'Send the decision or the message'],
      ['Esc', 'Leave the field'],
    ],
  },
]

export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keys" text="They work while no field is focused.">
      <div className="grid gap-5 tiles-fit">
        {groups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-2 text-md">{title}</h3>
            <dl className="fact-rows text-sm">
              {keys.map(([key, meaning]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
