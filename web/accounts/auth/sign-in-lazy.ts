import { lazyRouteComponent } from '@tanstack/react-router'

export const SignInSteps = lazyRouteComponent(() => import('./SignInSteps.tsx'), 'SignInSteps')
