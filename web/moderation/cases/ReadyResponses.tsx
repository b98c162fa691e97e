import { Select } from '#web/ui/Select.tsx'

export type ReadyResponse = { id: string; name: string; text: string }

/** Offers texts to insert. The first nine of a decision can be inserted by their number. */
export function ReadyResponses({
  responses,
  isNumbered = false,
  onChoose,
}: {
  responses: readonly ReadyResponse[]
  isNumbered?: boolean
  onChoose: (response: ReadyResponse) => void
}) {
  if (responses.length === 0) return null
  return (
    <Select
      label="Saved reply"
      value=""
      placeholder="Insert a text"
      options={responses.map(({ id, name }, index) => ({
        value: id,
        label: isNumbered && index < 9 ? `${index + 1}. ${name}` : name,
      }))}
      onChange={({ currentTarget }) => {
        const response = responses.find(({ id }) => id === currentTarget.value)
        if (response) onChoose(response)
      }}
    />
  )
}
