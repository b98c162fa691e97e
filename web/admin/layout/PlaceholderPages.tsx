import { ChartColumn } from 'lucide-react'
import type { ReactNode } from 'react'

import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

import { AdminPage } from './AdminPage.tsx'

export function AnalyticsPage() {
  return <Placeholder title="Analytics" icon={<ChartColumn />} text="Analytics dashboard coming soon..." />
}

function Placeholder({ title, icon, text }: { title: string; icon: ReactNode; text: string }) {
  return (
    <AdminPage title={title}>
      <Card>
        <EmptyState icon={icon} title="Coming soon" text={text} />
      </Card>
    </AdminPage>
  )
}
