import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Has the dimensions of the page. */
export function FilesSkeleton() {
  return (
    <div className="page-width" aria-busy="true" style={{ paddingBlock: 'var(--sp-8)' }}>
      <h1 className="visually-hidden">Loading files</h1>
      <Skeleton shape="block" width="min(100%, 420px)" height="var(--fs-h1)" />
      <Skeleton shape="block" height="70vh" />
    </div>
  )
}
