import { useChange } from '#web/app/use-change.ts'

export const useTeamChange = () =>
  useChange((queryClient) => queryClient.invalidateQueries({ queryKey: ['teams'] }))
