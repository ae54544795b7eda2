package org.anabranch.mic.link;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts whom another one trusts, as long as the certificates are valid by their dates: the one of
 * the platform does not look at the dates of what stands in the trust store itself.
 */
final class UnexpiredTrust extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager other;

    private UnexpiredTrust(X509ExtendedTrustManager other) {
        this.other = other;
    }

    static TrustManager[] of(TrustManager... managers) {
        TrustManager[] dated = managers.clone();
        for (int i = 0; i < dated.length; i++) {
            if (dated[i] instanceof X509ExtendedTrustManager certificates) {
                dated[i] = new UnexpiredTrust(certificates);
            }
        }
        return dated;
    }

    private static void checkDates(X509Certificate... chain) throws CertificateException {
        for (X509Certificate certificate : chain) {
            try {
                certificate.checkValidity();
            } catch (CertificateException dated) {
                throw new CertificateException(
                        "the certificate of "
                                + certificate.getSubjectX500Principal()
                                + " is valid from "
                                + certificate.getNotBefore().toInstant()
                                + " to "
                                + certificate.getNotAfter().toInstant(),
                        dated);
            }
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        other.checkClientTrusted(chain, type, socket);
        checkDates(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
            throws CertificateException {
        other.checkServerTrusted(chain, type, socket);
        checkDates(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        other.checkClientTrusted(chain, type, engine);
        checkDates(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
            throws CertificateException {
        other.checkServerTrusted(chain, type, engine);
        checkDates(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        other.checkClientTrusted(chain, type);
        checkDates(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        other.checkServerTrusted(chain, type);
        checkDates(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return other.getAcceptedIssuers();
    }
}
