import type { Pagination } from '#contract/platform/fields.ts'
import { Button } from '#web/ui/Button.tsx'

/** For a list whose page is not part of the URL. */
export function PageButtons({
  pagination,
  onChange,
}: {
  pagination: Pagination | undefined
  onChange: (page: number) => void
}) {
  if (!pagination || pagination.totalPages <= 1) return null
  const { page, totalPages } = pagination
  return (
    <div className="row centered gap-4">
      <Button size="sm" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <span className="faint text-sm">
        Page {page} of {totalPages}
      </span>
      <Button size="sm" disabled={page >= totalPages} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </div>
  )
}
