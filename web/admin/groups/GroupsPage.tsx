import { AdminPage } from '#web/admin/layout/AdminPage.tsx'

export function GroupsPage() {
  return <AdminPage title="Groups">{null}</AdminPage>
}
