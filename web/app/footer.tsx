import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'

const QUICK_LINKS = [
  { to: '/', text: 'Home' },
  { to: '/products', text: 'Products' },
  { to: '/about', text: 'About' },
  { to: '/contact', text: 'Contact' },
]

const SOCIAL_LINKS = ['Facebook', 'Twitter', 'GitHub', 'Linkedin']

const linkLook = 'inline-flex min-h-8 items-center text-muted hover:text-ink hover:underline'

/** The end of every page of the shop. */
export function Footer() {
  return (
    <footer className="print:hidden mt-16 border-t border-line bg-tint">
      <div className="mx-auto grid max-w-7xl gap-10 px-4 py-12 sm:grid-cols-2 sm:px-6 lg:grid-cols-4">
        <Column title="About Us">
          <p className="max-w-[34ch] text-muted">
            We bring you high-quality products from independent sellers, with excellent customer service before and
            after you buy.
          </p>
        </Column>
        <Column title="Quick Links">
          <ul>
            {QUICK_LINKS.map(({ to, text }) => (
              <li key={to}>
                <Link to={to} className={linkLook}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </Column>
        <Column title="Contact Us">
          <address className="grid gap-1.5 text-muted not-italic">
            <span>123 Market Street, Anytown 12345</span>
            <span>Phone: (123) 456-7890</span>
            <span>Email: info@example.com</span>
          </address>
        </Column>
        <Column title="Follow Us" id="follow-us">
          <ul>
            {SOCIAL_LINKS.map((name) => (
              <li key={name}>
                {/* biome-ignore lint/a11y/useValidAnchor: placeholders lead back to where they stand, without a step in the history */}
                <a href="#follow-us" onClick={(event) => event.preventDefault()} className={linkLook}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </Column>
      </div>
    </footer>
  )
}

function Column({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section>
      <h2 id={id} className="mb-3 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
