import { AdminPage } from '#web/admin/layout/AdminPage.tsx'

export function UsersPage() {
  return <AdminPage title="Users">{null}</AdminPage>
}
