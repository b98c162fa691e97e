import { AdminPage } from '#web/admin/layout/AdminPage.tsx'

export function CategoriesPage() {
  return <AdminPage title="Categories">{null}</AdminPage>
}
