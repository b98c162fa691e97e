/**
 * The only inline script: theme and signed-in state, before anything is painted. It reads what theme.ts and
 * session-store.ts write. Changing it changes the hash in the content security policy, which is computed from it.
 */
export const firstPaintScript = `(()=>{const d=document.documentElement.dataset;let t;try{t=localStorage.getItem('theme');const k=localStorage.getItem('auth_token'),u=JSON.parse(localStorage.getItem('auth_user'));if(k&&u&&JSON.parse(atob(k.split('.')[1].replace(/-/g,'+').replace(/_/g,'/'))).exp*1000>Date.now()){d.auth='in';if(!u.permissions?.includes('scripts.upload'))d.unverified=''}}catch{}d.theme=t==='light'||t==='dark'?t:matchMedia('(prefers-color-scheme: light)').matches?'light':'dark'})()`
