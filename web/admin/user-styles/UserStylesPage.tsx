import { AdminPage } from '#web/admin/layout/AdminPage.tsx'

export function UserStylesPage() {
  return <AdminPage title="UserStyles">{null}</AdminPage>
}
