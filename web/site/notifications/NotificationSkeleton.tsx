import { Skeleton } from '#web/ui/Skeleton.tsx'

export function NotificationSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-busy="true">
      <output className="visually-hidden">Loading your notifications</output>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="grid gap-2 pad-4">
          <Skeleton width="92%" />
          <Skeleton width="40%" />
        </div>
      ))}
    </div>
  )
}
