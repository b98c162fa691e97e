import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './ScriptDetailSkeleton.module.css'

/** Has the dimensions of the page. Part of the first load. */
export function ScriptDetailSkeleton() {
  return (
    <div className="page-width" aria-busy="true">
      <h1 className="visually-hidden">Loading script</h1>
      <div className="grid gap-4 page-head">
        <Skeleton width={110} />
        <Skeleton shape="block" width="min(100%, 420px)" height="var(--fs-h1)" />
        <Skeleton width="min(80%, 340px)" />
      </div>
      <div className="grid gap-10 top pb-16 with-aside wide-aside">
        <div>
          <div className="wide-image mb-6">
            <Skeleton shape="block" height="100%" />
          </div>
          <Skeleton width="90%" />
          <Skeleton width="80%" />
          <Skeleton width="55%" />
        </div>
        <div className={`${styles.aside} grid gap-4`}>
          <Skeleton shape="block" height={166} />
          <Skeleton shape="block" height={264} />
        </div>
      </div>
    </div>
  )
}
