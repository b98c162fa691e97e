import { AdminPage } from '#web/admin/layout/AdminPage.tsx'

export function PartnersPage() {
  return <AdminPage title="Partners">{null}</AdminPage>
}
