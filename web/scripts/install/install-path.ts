export const installPath = (scriptId: number): string => `/scripts/${scriptId}/install`
