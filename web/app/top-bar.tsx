import { ShoppingCart } from 'lucide-react'
import { SearchForm } from '../features/catalog/search-form.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Logo } from './logo.tsx'

/** Logo, search, cart and account; the same on every page of the shop. */
export function TopBar() {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 sm:gap-x-6 sm:px-6">
        <Link to="/" className="flex min-h-10 items-center gap-2.5 text-xl font-bold tracking-tight">
          <Logo className="size-8" />
          Openstall
        </Link>
        <div className="order-last w-full sm:order-none sm:w-auto sm:max-w-xl sm:flex-1">
          <SearchForm label="Search for products" clearAfter />
        </div>
        <div className="ml-auto flex items-center gap-2">
          <ButtonLink to="/cart" variant="ghost" size="icon" aria-label="Cart">
            <ShoppingCart aria-hidden className="size-5.5" />
          </ButtonLink>
          <ButtonLink to="/authentication" variant="secondary" size="small">
            Sign In
          </ButtonLink>
        </div>
      </div>
    </header>
  )
}
