import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Has the dimensions of the page. */
export function ReportSkeleton() {
  return (
    <div className="page-width" aria-busy="true" style={{ paddingBlock: 'var(--sp-8)' }}>
      <h1 className="visually-hidden">Loading script</h1>
      <Skeleton shape="block" width="min(100%, 420px)" height="var(--fs-h1)" />
      <ReportBodySkeleton />
    </div>
  )
}

export function ReportBodySkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton shape="block" height={120} />
      <Skeleton shape="block" height={260} />
      <Skeleton width="60%" />
    </div>
  )
}
