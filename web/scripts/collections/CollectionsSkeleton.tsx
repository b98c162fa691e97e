import { Skeleton } from '#web/ui/Skeleton.tsx'

export function CollectionsSkeleton() {
  return (
    <div className="page-width" aria-busy="true">
      <output className="visually-hidden">Loading the collection</output>
      <Skeleton width="40%" height={48} />
      <Skeleton shape="block" height={320} />
    </div>
  )
}
