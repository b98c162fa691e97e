import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import cardStyles from './ScriptCard.module.css'

export function ScriptGridSkeleton({ count }: { count: number }) {
  return (
    <>
      <output className="visually-hidden">Loading scripts</output>
      <div className="grid gap-5 fades tiles" aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- skeletons have no identity
          <Card key={index} isInteractive className={`tall ${cardStyles.card}`}>
            <div className={`relative clip fill-3 wide-image ${cardStyles.thumb}`}>
              <Skeleton shape="block" height="100%" />
            </div>
            <div className={`${cardStyles.body} flex grow column gap-6px`}>
              <Skeleton width="62%" height="1.3rem" />
              <Skeleton />
              <Skeleton width="80%" />
              <Skeleton width="45%" height="22px" />
            </div>
            <div className={`${cardStyles.foot} row faint text-sm nowrap line-above`}>
              <Skeleton shape="circle" width={22} />
              <Skeleton width="30%" />
            </div>
          </Card>
        ))}
      </div>
    </>
  )
}
