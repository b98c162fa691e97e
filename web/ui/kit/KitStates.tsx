import { SearchX, ShieldAlert } from 'lucide-react'

import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './Kit.module.css'
import { KitSection } from './KitSection.tsx'

export function KitStates() {
  return (
    <KitSection title="States">
      <div className={styles.grid}>
        <Card>
          <EmptyState
            heading="h3"
            icon={<SearchX />}
            title="No scripts found"
            text="Nothing matches these filters. Widen the search or start over."
            action={<Button>Clear all filters</Button>}
          />
        </Card>
        <Card>
          <FailedState
            heading="h3"
            title="Unable to load scripts"
            text="There was an error loading the latest scripts. Please try again."
            onRetry={() => undefined}
          />
        </Card>
        <Card>
          <div aria-busy="true">
            <Skeleton shape="block" className={styles.tile} />
            <div className={styles.cardBody}>
              <Skeleton width="60%" />
              <Skeleton />
              <Skeleton width="80%" />
              <div className={styles.row}>
                <Skeleton shape="circle" width={28} />
                <Skeleton width={90} />
              </div>
            </div>
          </div>
        </Card>
      </div>
      <Notice tone="warn" title="Scripts are not verified" icon={<ShieldAlert />}>
        Files come straight from community members. Read the code and test on a private server first.
      </Notice>
      <Notice tone="danger" title="Failed to submit script. Please try again." />
      <Notice tone="ok">Profile updated.</Notice>
      <Notice
        title="Statistics may not be current"
        action={
          <Button size="sm" variant="ghost">
            Reload
          </Button>
        }
      >
        These numbers are the last ones we know.
      </Notice>
      <div className={styles.grid}>
        <ProgressBar label="tuner-pack.zip" percent={42} valueText="42% · 12.4 MB/s · 8 s left" />
        <ProgressBar label="Processing the archive" percent={null} valueText="Almost done" />
        <ProgressBar label="tuner-pack.zip" percent={100} tone="ok" valueText="Uploaded" />
        <ProgressBar label="tuner-pack.zip" percent={63} tone="danger" valueText="Failed at 63%" />
      </div>
    </KitSection>
  )
}
