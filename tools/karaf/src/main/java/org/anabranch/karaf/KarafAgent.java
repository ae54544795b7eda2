package org.anabranch.karaf;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Properties;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import javax.security.auth.Subject;

/**
 * A Java agent that replaces what Java 24 removed and Apache Karaf 4.4 calls: {@code
 * Subject.getSubject}, which throws since then, and the access control contexts by which {@code
 * JaasHelper.doAs} passed a subject on. Only classes of Karaf and its Event Admin are changed.
 */
public final class KarafAgent implements ClassFileTransformer {
    private static final ClassDesc SUBJECT = describe(Subject.class);
    private static final String HELPER = "org/apache/karaf/util/jaas/JaasHelper";

    /**
     * Starts before the program does.
     *
     * @param options none is known
     * @param instrumentation of the JVM
     */
    public static void premain(String options, Instrumentation instrumentation) {
        CurrentSubject.publish();
        instrumentation.addTransformer(new KarafAgent());
    }

    @Override
    public byte[] transform(
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] bytes) {
        boolean karafs =
                name != null
                        && (name.startsWith("org/apache/karaf/")
                                || name.startsWith("org/apache/felix/eventadmin/"));
        return karafs ? changed(name, bytes) : null;
    }

    private static byte[] changed(String name, byte[] bytes) {
        ClassFile files = ClassFile.of();
        ClassModel model = files.parse(bytes);
        ClassTransform calls = ClassTransform.transformingMethodBodies(KarafAgent::replaceCall);
        return files.transformClass(model, name.equals(HELPER) ? helper() : calls);
    }

    private static ClassTransform helper() {
        MethodTransform calls = MethodTransform.transformingCode(KarafAgent::replaceCall);
        return (type, element) -> {
            if (!(element instanceof MethodModel method)) {
                type.with(element);
            } else if (method.methodName().equalsString("doAs")) {
                type.withMethodBody(
                        method.methodName(),
                        method.methodType(),
                        method.flags().flagsMask(),
                        KarafAgent::doAs);
            } else {
                type.transformMethod(method, calls);
            }
        };
    }

    private static void replaceCall(CodeBuilder code, CodeElement element) {
        if (element instanceof InvokeInstruction call
                && call.owner().asSymbol().equals(SUBJECT)
                && call.name().equalsString("getSubject")) {
            code.pop(); // the access control context
            property(code, CurrentSubject.GET, Supplier.class);
            invoke(code, Supplier.class, "get", 0);
            code.checkcast(SUBJECT);
        } else {
            code.with(element);
        }
    }

    /** Writes the body of a static method with a subject and an action as parameters. */
    private static void doAs(CodeBuilder code) {
        property(code, CurrentSubject.DO_AS, BiFunction.class);
        code.aload(0).aload(1);
        invoke(code, BiFunction.class, "apply", 2);
        code.areturn();
    }

    private static void property(CodeBuilder code, String key, Class<?> type) {
        ClassDesc properties = describe(Properties.class);
        code.invokestatic(describe(System.class), "getProperties", MethodTypeDesc.of(properties));
        code.ldc(key);
        code.invokevirtual(properties, "get", objects(1));
        code.checkcast(describe(type));
    }

    private static void invoke(CodeBuilder code, Class<?> owner, String name, int parameters) {
        code.invokeinterface(describe(owner), name, objects(parameters));
    }

    private static MethodTypeDesc objects(int parameters) {
        ClassDesc[] types = new ClassDesc[parameters];
        Arrays.fill(types, ConstantDescs.CD_Object);
        return MethodTypeDesc.of(ConstantDescs.CD_Object, types);
    }

    private static ClassDesc describe(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }
}
